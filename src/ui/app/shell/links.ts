// Links to pages about the product that the server itself has.

export const LINKS: readonly { readonly name: string; readonly href: string }[] = [
  { name: "Documentation", href: "/docs/" },
  { name: "API reference (OpenAPI)", href: "/api/proxy/openapi.json" },
  { name: "Changelog", href: "/docs/changelog" },
];
