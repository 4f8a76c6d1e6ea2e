// Runs before the first paint: applies the theme that was chosen, and shows a sign when something is pasted before the page is there.
{
  let theme = null;
  try {
    theme = localStorage.getItem("backscroll-theme");
  } catch {
    // A private window may keep nothing.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  addEventListener("input", ({ target }) => {
    if (target.id !== "paste" || document.documentElement.dataset.ready !== undefined) return;
    document.getElementById("busy").hidden = false;
    const note = document.getElementById("busy-note");
    note.hidden = false;
    note.textContent = "Your text is here. The engine is still loading; it will be checked as soon as it is there.";
  });
}
