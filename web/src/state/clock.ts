import { t } from "../language/language";

/** Returns a time in a game by mail: `2 d 5 h`, `5 h 12 min`, and as a clock shows it in the last hour. */
export function longTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return t("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  return hours > 0 ? t("{hours} h {minutes} min", { hours, minutes: minutes % 60 }) : clockText(ms);
}

/** Returns a time as a clock shows it: `1:05:09`, `4:07`, and tenths of a second at the end. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = ms < 10_000 ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}
