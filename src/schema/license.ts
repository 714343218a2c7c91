// The license: what a product key is sent as, and what the server may hold.
import Type, { type Static } from "typebox";
import { SECRET } from "./secret.ts";

export const AddLicenseSchema = Type.Object({ product_key: Type.String(SECRET) });
export type AddLicense = Static<typeof AddLicenseSchema>;

export const LicenseStatusSchema = Type.Object({
  /** Licensed: at least one product key counts at this moment. */
  edition: Type.Union([Type.Literal("community"), Type.Literal("licensed")]),
  /** Vectors that the server may hold, over all collections. */
  max_vectors: Type.Integer(),
  /** RFC 3339: when this will be different, unless keys are added; null: never. */
  expires_at: Type.Union([Type.String(), Type.Null()]),
});
export type LicenseStatus = Static<typeof LicenseStatusSchema>;
