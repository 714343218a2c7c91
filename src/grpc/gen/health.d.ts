// Made by `npm run gen` from the definitions in proto/: the types of messages, enums and services.
export interface HealthCheckRequest {
  service: string;
}
export interface HealthCheckResponse {
  status: HealthCheckResponse_ServingStatus;
}
export interface HealthListRequest {}
export interface HealthListResponse {
  statuses: Map<string, HealthCheckResponse>;
}
export type HealthCheckResponse_ServingStatus =
  Enums["HealthCheckResponse_ServingStatus"][keyof Enums["HealthCheckResponse_ServingStatus"]];
export interface Messages {
  readonly HealthCheckRequest: HealthCheckRequest;
  readonly HealthCheckResponse: HealthCheckResponse;
  readonly HealthListRequest: HealthListRequest;
  readonly HealthListResponse: HealthListResponse;
}
export interface Enums {
  readonly HealthCheckResponse_ServingStatus: {
    readonly UNKNOWN: 0;
    readonly SERVING: 1;
    readonly NOT_SERVING: 2;
    readonly SERVICE_UNKNOWN: 3;
  };
}
export interface Services {
  readonly HealthService: {
    readonly check: readonly [request: HealthCheckRequest, response: HealthCheckResponse];
    readonly list: readonly [request: HealthListRequest, response: HealthListResponse];
    readonly watch: readonly [request: HealthCheckRequest, response: HealthCheckResponse];
  };
}
