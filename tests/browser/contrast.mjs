// Measures the contrast of texts with their background, as WCAG defines it.

/** Runs inside the page, so it is self-contained. */
export function contrasts() {
  const numbers = (color) => color.match(/[\d.]+/g).map(Number);
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(":disabled, .unseen, noscript");

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { parentElement: element, data } = walker.currentNode;
    if (data.trim() === "" || !seen(element)) continue;
    const [light, dark] = [luminance(numbers(getComputedStyle(element).color)), luminance(behind(element))].sort((a, b) => b - a);
    texts.push({ text: data.trim().slice(0, 40), contrast: Math.round((100 * (light + 0.05)) / (dark + 0.05)) / 100 });
  }
  return texts;
}
