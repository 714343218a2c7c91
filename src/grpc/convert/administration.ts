// Codecs of authentication, access tokens, the license, and the state of the server, which only azimuth.v1 has.
import { messages } from "../wire/messages.ts";
import { list } from "./codec.ts";
import { collectionStatus, optimizerStatus } from "./collections.ts";
import { record } from "./record.ts";

export const setAuthEnabled = record(messages.SetAuthEnabledRequest);
export const password = record(messages.PasswordRequest);
export const createToken = record(messages.CreateTokenRequest);
export const tokenRequest = record(messages.TokenRequest);
export const addLicense = record(messages.AddLicenseRequest);

export const login = record(messages.LoginResponse);
export const doneMessage = record(messages.DoneResponse);
export const newToken = record(messages.NewToken);
export const tokens = list(record(messages.Token));
export const licenseStatus = record(messages.LicenseStatus);

export const serverStatus = record(messages.ServerStatus);

export const checkpoint = record(messages.CheckpointResult);
export const purged = record(messages.PurgeResult);

export const collectionReport = record(messages.CollectionStatusReport, {
  status: collectionStatus,
  optimizer_status: optimizerStatus,
});
