// Codecs of authentication, access tokens, the license, and the state of the server, which only azimuth.v1 has.
import type {
  AddLicenseRequest,
  CheckpointResult,
  CheckpointStatus,
  CollectionStatusReport,
  CreateTokenRequest,
  DoneResponse,
  FileSystemStatus,
  LicenseStatus,
  LoginResponse,
  LogStatus,
  MemoryStatus,
  NewToken,
  PasswordRequest,
  Problem,
  PurgeResult,
  SegmentStatus,
  ServerStatus,
  SetAuthEnabledRequest,
  SyncTimes,
  Token,
  TokenRequest,
  VectorsStatus,
} from "../gen/azimuth.d.ts";
import { type Codec, count, flag, list, record, small, text } from "./codec.ts";
import { collectionStatus, optimizerStatus } from "./collections.ts";

export const setAuthEnabled = record<SetAuthEnabledRequest>({ enabled: flag });
export const password = record<PasswordRequest>({ password: text });
export const createToken = record<CreateTokenRequest>({
  name: text,
  permission: text,
  description: text,
  will_expire: flag,
  expires_in_seconds: count,
});
export const tokenRequest = record<TokenRequest>({ token_id: count });
export const addLicense = record<AddLicenseRequest>({ product_key: text });

const described = {
  id: count,
  name: text,
  description: text,
  created_at: text,
  expired_at: text,
  will_expire: flag,
  permission: text,
};

export const login = record<LoginResponse>({ token: text, message: text, expires_in: count });
export const doneMessage = record<DoneResponse>({ status: text, message: text });
export const newToken = record<NewToken>({ ...described, api_key: text, message: text });
export const tokens: Codec<Token[]> = list(record<Token>({ ...described, last_used_at: text }));
export const licenseStatus = record<LicenseStatus>({ edition: text, max_vectors: count, expires_at: text });

export const serverStatus = record<ServerStatus>({
  state: text,
  problems: list(record<Problem>({ kind: text, message: text })),
  warnings: list(text),
  version: text,
  uptime_seconds: small,
  collections_count: count,
  log: record<LogStatus>({
    first_lsn: count,
    last_lsn: count,
    bytes: count,
    segments: count,
    commits: count,
    sync_ms: record<SyncTimes>({ p50: small, p99: small, max: small }),
  }),
  checkpoint: record<CheckpointStatus>({
    number: count,
    lsn: count,
    taken_at: text,
    took_ms: small,
    failures: count,
    logged_bytes: count,
  }),
  file_system: record<FileSystemStatus>({ type: text, trusted: flag, fsync_ms: small }),
  memory: record<MemoryStatus>({ used_bytes: count, limit_bytes: count, resident_bytes: count }),
  vectors: record<VectorsStatus>({ used: count, cap: count }),
  auth_enabled: flag,
  extended_api: flag,
});

export const checkpoint = record<CheckpointResult>({
  number: count,
  lsn: count,
  collections: count,
  trimmed_bytes: count,
});
export const purged = record<PurgeResult>({
  collections: count,
  points: count,
  log_bytes: count,
  file_bytes: count,
});

export const collectionReport = record<CollectionStatusReport>({
  status: collectionStatus,
  optimizer_status: optimizerStatus,
  points_count: count,
  indexed_vectors_count: count,
  segments: list(record<SegmentStatus>({ number: count, points: count, deleted: count, open: flag })),
  last_operation_id: count,
  saved: flag,
});
