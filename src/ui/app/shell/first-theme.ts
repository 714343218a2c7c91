// Applies the chosen theme before the page is painted for the first time.
// The decision: it is a script of its own that the page waits for, because the main program is loaded later, and the
// content security policy refuses a script inside the page. theme.ts writes what is read here.
try {
  const theme = localStorage.getItem("azimuth.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme is that of the system.
}
