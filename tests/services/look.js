// What the tests ask a page: what is on it, what can be focused, how text and focus stand out from their ground.
"use strict";
globalThis.look = (() => {
  const shown = element => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && element.getClientRects().length > 0;
  // For screen readers alone: cut to nothing, so that nobody sees it.
  const unseen = element => {
    for (let at = element; at instanceof Element; at = at.parentElement) {
      if (getComputedStyle(at).clipPath === "inset(50%)") return true;
    }
    return false;
  };
  const where = element => {
    const parts = [];
    for (let at = element; at instanceof Element; at = at.parentElement) {
      parts.unshift(`${at.localName}:${[...(at.parentElement?.children ?? [at])].indexOf(at)}`);
    }
    return parts.join(" ");
  };
  const colour = text => {
    const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    if (!found) throw new Error(`a colour that the test cannot read: ${text}`);
    return [...found.slice(1, 4).map(Number), found[4] === undefined ? 1 : Number(found[4])];
  };
  const over = (top, ground) => [0, 1, 2].map(i => top[i] * top[3] + ground[i] * (1 - top[3])).concat(1);
  const ground = element => {
    const layers = [];
    for (let at = element; at instanceof Element; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") throw new Error(`a ground that the test cannot read: ${where(at)}`);
      layers.push(colour(style.backgroundColor));
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const opacity = element => {
    let all = 1;
    for (let at = element; at instanceof Element; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
    return all;
  };
  const luminance = rgb => {
    const [red, green, blue] = rgb.map(value => value / 255)
      .map(share => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const inked = (text, element) => {
    const ink = colour(text);
    ink[3] *= opacity(element);
    const below = ground(element);
    return contrast(over(ink, below), below);
  };
  // Of every text that is seen: its contrast.
  const texts = () => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const element = walk.currentNode.parentElement;
      if (!walk.currentNode.data.trim() || !shown(element) || unseen(element)) continue;
      const style = getComputedStyle(element);
      const ink = element instanceof SVGElement ? style.fill : style.color;
      found.push({ text: walk.currentNode.data.trim().slice(0, 40), contrast: inked(ink, element) });
    }
    return found;
  };
  const controls = () => [...document.querySelectorAll(
    "a[href], area[href], button, input, select, textarea, summary, iframe, audio, video, [tabindex], [contenteditable]",
  )].filter(shown).map(where);
  const focused = () => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return {
      where: where(element),
      outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
      contrast: style.outlineStyle === "none" ? 0 : inked(style.outlineColor, element.parentElement),
      inside: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
      open: element.localName === "summary" ? element.parentElement.open : null,
    };
  };
  const open = () => document.querySelectorAll("details").forEach(one => { one.open = true; });
  // How far the page goes beyond the window's right edge, and which elements do.
  const beyond = () => {
    scrollTo(1e6, 0);
    const moved = scrollX;
    scrollTo(0, 0);
    const wide = [...document.body.querySelectorAll("*")]
      .filter(element => shown(element) && !unseen(element)
        && element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5);
    return { moved, wide: wide.slice(0, 3).map(where) };
  };
  return { texts, controls, focused, open, beyond };
})();
