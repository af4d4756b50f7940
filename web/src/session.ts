/** The names of sessions. */

/** Returns a random name for a session, which cannot be guessed. */
export function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** The prefix of practice sessions, which are not kept as games. */
const PRACTICE = "practice-";

/** Returns the name of a practice session; `place` differs between pages of a browser that practise at the same time. */
export function practiceSession(practice: string, place: number): string {
  return `${PRACTICE}${practice}-${place}`;
}

/** Whether a session has such a name. */
export function isPractice(session: string): boolean {
  return session.startsWith(PRACTICE);
}
