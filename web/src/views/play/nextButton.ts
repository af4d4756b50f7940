/** Which button the arrow keys lead to. */

/** Returns the button to which a key leads from the one with the focus: back and on in their order, up and down to the nearest of another row. */
export function nextButton(group: HTMLElement, key: string): HTMLButtonElement | undefined {
  const buttons = [...group.querySelectorAll("button")];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const from = buttons[index]?.getBoundingClientRect();
  if (!from) return key.startsWith("Arrow") ? buttons[0] : undefined;
  switch (key) {
    case "ArrowLeft":
      return buttons.at(index - 1);
    case "ArrowRight":
      return buttons[(index + 1) % buttons.length];
    case "Home":
      return buttons[0];
    case "End":
      return buttons.at(-1);
    case "ArrowUp":
    case "ArrowDown": {
      const direction = key === "ArrowUp" ? -1 : 1;
      const away = (button: HTMLButtonElement) => {
        const { x, y } = button.getBoundingClientRect();
        return { rows: (y - from.y) * direction, columns: Math.abs(x - from.x) };
      };
      return buttons
        .filter((button) => away(button).rows > 1)
        .sort((a, b) => away(a).rows - away(b).rows || away(a).columns - away(b).columns)[0];
    }
    default:
      return undefined;
  }
}
