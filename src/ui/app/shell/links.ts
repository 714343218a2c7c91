// Links to pages about the product.
// The decision: the server itself has all of them but the list of problems, so they work without a network.

const REPOSITORY = "https://github.com/azimuth-db/azimuth";

export const LINKS: readonly { readonly name: string; readonly href: string }[] = [
  { name: "Documentation", href: "/docs/" },
  { name: "API reference", href: "/docs/reference" },
  { name: "OpenAPI document", href: "/api/proxy/openapi.json" },
  { name: "Changelog", href: "/docs/changelog" },
  { name: "Report a problem", href: `${REPOSITORY}/issues` },
];
