/**
 * The fate of a command that is unanswered when the connection is lost: the session may have carried it out or not. The facts that it
 * tells on the next connection decide whether the command is sent again, so that it takes effect once.
 */

import { untrack } from "solid-js";
import type { Command } from "../protocol/protocol";
import type { Facts } from "./facts";

export type Fate =
  /** It is sent: it has not been carried out, or twice is as good as once. */
  | "again"
  /** It has been carried out. */
  | "done"
  /** It was meant for something that no longer exists. */
  | "stale"
  /** Unknown. */
  | "unknown";

/** Notes the facts when a command is sent. Returns its fate, to be asked once the session has sent its whole state again. */
export function fateOf(facts: Facts, command: Command): () => Fate {
  const sentAt = untrack(() => {
    const state = facts.state();
    return { node: state?.node, phase: state?.setUp?.phase, said: said(facts, command) };
  });
  return () => untrack(() => judge(facts, command, sentAt));
}

interface Sent {
  node: number | undefined;
  phase: number | undefined;
  said: number;
}

function judge(facts: Facts, command: Command, sent: Sent): Fate {
  const state = facts.state();
  const seats = state?.seats;
  const unless = (isDone: boolean | undefined): Fate => (isDone ? "done" : "again");
  const isOver = state?.stage === "over";
  /** Whether another place is shown than when it was sent. */
  const hasMoved = sent.node !== undefined && state?.node !== sent.node;
  switch (command.type) {
    case "play":
      if (state?.node === command.node) return "again";
      return leadsTo(facts, command.node, state?.node) ? "done" : "stale";
    case "plan":
      return state?.node === command.node ? "again" : "stale";
    case "takeBack":
    case "redo":
      return unless(hasMoved);
    case "moveNow":
      return unless(hasMoved || !state?.thinking);
    case "setUp":
      return unless(sent.phase !== undefined && state?.setUp?.phase !== sent.phase);
    case "resign":
    case "abort":
    case "withdraw":
      return unless(isOver);
    case "reopen":
      return unless(!isOver);
    case "go":
      return unless(!state?.waiting);
    case "review":
      return unless(state?.reviewing);
    case "stopReview":
      return unless(!state?.reviewing);
    case "delete":
      return unless(!facts.tree().has(command.node));
    case "promote": {
      const parent = facts.tree().get(facts.tree().get(command.node)?.parent ?? -1);
      return unless(parent?.children[0] === command.node);
    }
    case "offerDraw":
      if (hasMoved || isOver) return "stale";
      return unless(state?.drawOffer === command.side);
    case "withdrawDraw":
      return unless(state?.drawOffer !== command.side);
    case "answerDraw":
      return unless(state?.drawOffer !== 1 - command.side);
    case "offerTakeBack":
      if (hasMoved || isOver) return "stale";
      return unless(seats?.takeBackOffer === command.side);
    case "withdrawTakeBack":
      return unless(seats?.takeBackOffer !== command.side);
    case "answerTakeBack":
      return unless(seats?.takeBackOffer !== 1 - command.side);
    case "offerRematch":
      return unless(seats?.rematch !== undefined || seats?.rematchOffer === command.side);
    case "declineRematch":
      return unless(seats?.rematchOffer === undefined);
    case "claim":
      if (hasMoved || isOver) return "stale";
      return unless(facts.claim() !== undefined);
    case "chat":
      return unless(said(facts, command) > sent.said);
    case "mail":
      return unless((facts.mail()?.address ?? "") === (command.address ?? ""));
    // Sent twice, it would begin a second game.
    case "start":
    case "invite":
      return "unknown";
    // A question, or a setting: repeating it changes nothing.
    case "hello":
    case "summary":
    case "games":
    case "game":
    case "records":
    case "rules":
    case "showcase":
    case "tiles":
    case "worth":
    case "previewSetUp":
    case "foresee":
    case "premoves":
    case "turns":
    case "hint":
    case "judge":
    case "export":
    case "picture":
    case "arrayPicture":
    case "explore":
    case "overlay":
    case "attackers":
    case "line":
    case "check":
    case "readGame":
    case "import":
    case "exportGame":
    case "trial":
    case "tune":
    case "stopTrial":
    case "words":
    case "bestiary":
    case "nickname":
    case "sit":
    case "decline":
    case "seat":
    case "jump":
    case "comment":
    case "annotate":
    case "switchChat":
    case "note":
    case "vacation":
    case "analyse":
    case "wait":
    case "confirmMail":
    case "stopMail":
    case "push":
    case "stopPush":
      return "again";
    default:
      return command satisfies never;
  }
}

/** Returns how many of the own side's chat lines equal that of a command. */
function said(facts: Facts, command: Command): number {
  if (command.type !== "chat") return 0;
  const text = command.text.trim();
  const lines = facts.chat()?.lines ?? [];
  return lines.filter((line) => line.side === facts.mySide() && line.text === text).length;
}

/** Whether a place comes after another one. */
function leadsTo(facts: Facts, from: number, to: number | undefined): boolean {
  const tree = facts.tree();
  for (let node = to; node !== undefined; node = tree.get(node)?.parent) if (node === from) return true;
  return false;
}
