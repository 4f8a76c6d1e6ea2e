// The theme that the visitor chose, before the first paint.

try {
  const chosen = localStorage.getItem("backscroll-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage, the system's theme holds.
}
