/** Requests to the server about other players: challenges, and the players whom the account follows. */

import type {
  AllowChallenges,
  Challenges,
  Follow,
  FollowedPlayers,
  ListedGame,
  PairScore,
} from "../protocol/protocol";
import { t } from "../language/language";
import { AccountError, post, read, readPlayer } from "./account";
import type { App } from "./app";
import { Refusal } from "./link";
import { type SeatPage, takeSeat } from "./takeSeat";

/** Reads the games to which the account is challenged. */
export const readChallenges = () => read<Challenges>("/account/challenges");
export const allowChallenges = (wish: AllowChallenges) =>
  post<AllowChallenges>("/account/allow-challenges", wish);
/** Reads the results of the own games against a player. */
export const readScore = (name: string) => read<PairScore>(`/account/score/${encodeURIComponent(name)}`);
export const readFollowed = () => read<FollowedPlayers>("/account/followed");
export const follow = (wish: Follow) => post<FollowedPlayers>("/account/follow", wish);

/** Finds the player whom one wants to challenge: returns the name as it is written, or why there is no such player. */
export async function findOpponent(
  own: string,
  wanted: string,
): Promise<{ name: string } | { trouble: string }> {
  try {
    const { name, challenges } = await readPlayer(wanted);
    if (name === own) return { trouble: t("This is your own name.") };
    return challenges ? { name } : { trouble: t("{name} accepts no challenges.", { name }) };
  } catch (reason) {
    if (!(reason instanceof AccountError)) throw reason;
    return { trouble: reason.message };
  }
}

type ChallengePage = SeatPage & Pick<App, "notices">;

/** Accepts a challenge, and shows its game. */
export async function acceptChallenge(page: ChallengePage, challenge: ListedGame): Promise<void> {
  try {
    await takeSeat(page, challenge, false);
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason;
    page.notices.show(reason.problem.message);
  }
}

/** Declines a challenge. */
export async function declineChallenge(page: ChallengePage, { session, game }: ListedGame): Promise<void> {
  if (!game.free) return;
  try {
    await page.link.askIn(session, { type: "decline", invitation: game.free.invitation });
  } catch (reason) {
    // It has been withdrawn meanwhile, or the server is away.
    if (!(reason instanceof Refusal)) throw reason;
  }
}
