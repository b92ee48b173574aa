// Runs before the scripts of a page, and hears what goes wrong there.
if (!window.heard) {
  window.heard = [];
  const told = (event) => event.message || event.reason || event.target.outerHTML;
  for (const kind of ["error", "unhandledrejection"])
    addEventListener(kind, (event) => window.heard.push(String(told(event))), true);
  console.error = (...said) => window.heard.push(said.join(" "));
}
