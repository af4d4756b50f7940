/** Requests to the server about names: signing up and in, ratings, the own games. */

import { msg } from "../language/catalogue";
import { t } from "../language/language";
import type {
  AccountCode,
  AccountProblem,
  BestPlayers,
  DeleteAccount,
  LobbyPage,
  NewPassword,
  PlayerView,
  RatingView,
  SignIn,
  SignOut,
  SignedIn,
} from "../protocol/protocol";

/** Why something about a name or a published game is not done. */
export class AccountError extends Error {
  constructor(
    readonly code: AccountCode,
    message: string,
  ) {
    super(message);
  }
}

/** The texts of refusals. */
const REASONS: Record<AccountCode, string> = {
  malformed: msg("The server does not understand that."),
  elsewhere: msg("The server answers its own page alone."),
  badName: msg(
    "A name has 2 to 20 letters and digits of one script, with single - and _ between them, and begins with a letter. Some names nobody may have.",
  ),
  nameTaken: msg("Somebody has this name, or one that looks like it."),
  badPassword: msg("A password has at least 10 characters."),
  wrongPassword: msg("There is no such name, or the password is wrong."),
  notSignedIn: msg("Sign in first."),
  unknown: msg("There is no player of this name."),
  tooMany: msg("That was tried too often. Wait some minutes."),
  badGame: msg("This text is no game that can be played."),
  noGame: msg("There is no such published game."),
  removed: msg("The owner of this server has removed this game."),
  notYours: msg("Somebody else has published this game."),
  tooManyGames: msg("You have as many published games or favourites as a name can have."),
  tooManyPlayers: msg("You follow as many players as a name can."),
  noSpace: msg("The server has no space for new games at the moment."),
  busy: msg("The server cannot do that at present. Try again."),
};

export const signUp = (wish: SignIn) => post<SignedIn>("/account/sign-up", wish);
export const signIn = (wish: SignIn) => post<SignedIn>("/account/sign-in", wish);
export const signOut = (wish: SignOut) => post<SignedIn>("/account/sign-out", wish);
export const changePassword = (wish: NewPassword) => post<SignedIn>("/account/password", wish);
export const deleteAccount = (wish: DeleteAccount) => post<SignedIn>("/account/delete", wish);

/** Reads a page of the own games, counted from 0. */
export const readOwnGames = (page: number) => read<LobbyPage>(`/account/games?page=${page}`);
/** Reads what everybody may know of a player. */
export const readPlayer = (name: string) => read<PlayerView>(`/players/${encodeURIComponent(name)}`);
/** Reads who plays a game best. */
export const readBest = (game: string) => read<BestPlayers>(`/ratings/${encodeURIComponent(game)}`);

/** Where everything that is kept about the own account is. */
export const EXPORT = "/account/export";

/** Returns a rating in words: `1662 ± 290?`; the question mark stands for one that is too unsure to be compared. */
export function ratingInWords({ rating, deviation, provisional }: RatingView): string {
  return `${rating} ± ${deviation}${provisional ? "?" : ""}`;
}

export async function post<T>(address: string, wish: object): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return answer(fetch(address, { method: "POST", headers, body: JSON.stringify(wish) }));
}

export const read = <T>(address: string) => answer<T>(fetch(address));

/** Throws an `AccountError`. */
async function answer<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked.catch(() => undefined);
  const away = () => new AccountError("busy", t("The server is away."));
  if (!response) throw away();
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as T;
  const { code } = (body ?? {}) as Partial<AccountProblem>;
  throw code ? new AccountError(code, t(REASONS[code])) : away();
}
