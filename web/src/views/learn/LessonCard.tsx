/** A lesson in a list, with the tile of the piece that it is about. */

import { Show } from "solid-js";
import { TilePicture } from "../../board/Tile";
import { codeOf } from "../../board/piece";
import { t, told } from "../../language/language";
import { typeNamed } from "../../language/views";
import type { Lesson } from "../../learn/lessons";
import { useApp } from "../../state/app";
import { href } from "../../state/route";
import { createSeen } from "../seen";

export function LessonCard(props: { lesson: Lesson; done: number }) {
  const app = useApp();
  let card!: HTMLLIElement;
  const isSeen = createSeen(() => card);
  const count = () => props.lesson.exercises.length;
  const name = () => app.facts.games().find(({ id }) => id === props.lesson.game)?.name ?? "";
  const game = () => (isSeen() ? app.library.drawable(props.lesson.game) : undefined);
  return (
    <li ref={card}>
      <a class="lesson-card with-tile" href={href("learn", props.lesson.id)}>
        <span class="emblem">
          <Show when={game()}>
            {(game) => (
              <TilePicture
                game={game()}
                set={app.library.tileSet(props.lesson.game)}
                code={codeOf(typeNamed(game(), props.lesson.piece), 0)}
                up
                size={44}
              />
            )}
          </Show>
        </span>
        <span class="words">
          <strong>{told(props.lesson.title)}</strong>
          <span class="faint">{name()}</span>
          <span class="faint stand" classList={{ all: props.done === count() }}>
            {t("{done} of {count} solved", { done: props.done, count: count() })}
          </span>
        </span>
      </a>
    </li>
  );
}
