// The license: the request with a product key, and the number of vectors that the server may hold.

import Type, { type Static } from "typebox";
import { SECRET } from "./leaf.ts";

export const AddLicenseSchema = Type.Object({ product_key: Type.String(SECRET) });
export type AddLicense = Static<typeof AddLicenseSchema>;

export const LicenseStatusSchema = Type.Object({
  /** Licensed: at least one product key counts now. */
  edition: Type.Union([Type.Literal("community"), Type.Literal("licensed")]),
  /** Vectors that the server may hold, in all collections. */
  max_vectors: Type.Integer(),
  /** The time (RFC 3339) at which this changes unless keys are added; null: never. */
  expires_at: Type.Union([Type.String(), Type.Null()]),
});
export type LicenseStatus = Static<typeof LicenseStatusSchema>;
