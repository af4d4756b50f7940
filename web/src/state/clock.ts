/** Returns a time as a clock shows it: `1:05:09`, `4:07`, and tenths of a second at the end. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  const tenths = ms < 10_000 ? `.${Math.floor(ms / 100) % 10}` : "";
  return `${minutes}:${two(seconds % 60)}${tenths}`;
}
