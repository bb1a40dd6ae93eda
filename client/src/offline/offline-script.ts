/** Beside the offline page: the colours that the person chose (lib/theme.ts), and another try once there is a network. */

try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.classList.add(theme);
} catch {
  // Without storage the page follows the system.
}

addEventListener("online", () => location.reload());
// By delegation: the script runs before the button is there.
addEventListener("click", ({ target }) => {
  if (target instanceof HTMLButtonElement) location.reload();
});
