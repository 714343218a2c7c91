// Links to pages about the product.
// The decision: only the API reference comes from this server; the other pages are on the web, and the console requests
// nothing of them.

const REPOSITORY = "https://github.com/azimuth-db/azimuth";

export const LINKS: readonly { readonly name: string; readonly href: string }[] = [
  { name: "Documentation", href: `${REPOSITORY}/tree/main/src/docs` },
  { name: "API reference (OpenAPI)", href: "/api/proxy/openapi.json" },
  { name: "Changelog", href: `${REPOSITORY}/blob/main/CHANGELOG.md` },
  { name: "Report a problem", href: `${REPOSITORY}/issues` },
];
