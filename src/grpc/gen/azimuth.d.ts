// Made by `npm run gen` from the definitions in proto/: the types of messages, enums and services.
import type { Floats } from "../wire/floats.ts";
export interface SetAuthEnabledRequest {
  enabled?: boolean | undefined;
}
export interface SetAuthEnabledResponse {
  result: boolean;
  time: number;
}
export interface AdminExistsRequest {}
export interface AdminExistsResponse {
  result: boolean;
  time: number;
}
export interface PasswordRequest {
  password?: string | undefined;
}
export interface LoginResponse {
  token: string;
  message: string;
  expires_in: bigint;
}
export interface DoneResponse {
  status: string;
  message: string;
}
export interface CreateTokenRequest {
  name?: string | undefined;
  permission?: string | undefined;
  description?: string | undefined;
  will_expire?: boolean | undefined;
  expires_in_seconds?: bigint | undefined;
}
export interface ListTokensRequest {}
export interface TokenRequest {
  token_id: bigint;
}
export interface Token {
  id: bigint;
  name: string;
  description: string;
  created_at: string;
  expired_at?: string | undefined;
  will_expire: boolean;
  permission: string;
  last_used_at?: string | undefined;
}
export interface NewToken {
  id: bigint;
  name: string;
  description: string;
  created_at: string;
  expired_at?: string | undefined;
  will_expire: boolean;
  permission: string;
  api_key: string;
  message: string;
}
export interface ListTokensResponse {
  tokens: Token[];
}
export interface HnswConfigDiff {
  m?: bigint | undefined;
  ef_construct?: bigint | undefined;
  full_scan_threshold?: bigint | undefined;
  max_indexing_threads?: bigint | undefined;
  on_disk?: boolean | undefined;
  payload_m?: bigint | undefined;
  inline_storage?: boolean | undefined;
  memory?: Memory | undefined;
  ef_search?: bigint | undefined;
  recall?: number | undefined;
}
export interface ScalarQuantization {
  type: QuantizationType;
  quantile?: number | undefined;
  always_ram?: boolean | undefined;
  memory?: Memory | undefined;
}
export interface ProductQuantization {
  compression: CompressionRatio;
  always_ram?: boolean | undefined;
  memory?: Memory | undefined;
}
export interface BinaryQuantizationQueryEncoding {
  variant: { $case: "setting"; value: BinaryQuantizationQueryEncoding_Setting } | undefined;
}
export interface BinaryQuantization {
  always_ram?: boolean | undefined;
  encoding?: BinaryQuantizationEncoding | undefined;
  query_encoding?: BinaryQuantizationQueryEncoding | undefined;
  memory?: Memory | undefined;
}
export interface TurboQuantization {
  always_ram?: boolean | undefined;
  bits?: TurboQuantBitSize | undefined;
  memory?: Memory | undefined;
}
export interface QuantizationConfig {
  quantization:
    | { $case: "scalar"; value: ScalarQuantization }
    | { $case: "product"; value: ProductQuantization }
    | { $case: "binary"; value: BinaryQuantization }
    | { $case: "turboquant"; value: TurboQuantization }
    | { $case: "disabled"; value: Disabled }
    | undefined;
}
export interface Disabled {}
export interface QuantizationConfigDiff {
  quantization:
    | { $case: "scalar"; value: ScalarQuantization }
    | { $case: "product"; value: ProductQuantization }
    | { $case: "disabled"; value: Disabled }
    | { $case: "binary"; value: BinaryQuantization }
    | { $case: "turboquant"; value: TurboQuantization }
    | undefined;
}
export interface MaxOptimizationThreads {
  variant:
    | { $case: "value"; value: bigint }
    | { $case: "setting"; value: MaxOptimizationThreads_Setting }
    | undefined;
}
export interface OptimizersConfigDiff {
  deleted_threshold?: number | undefined;
  vacuum_min_vector_number?: bigint | undefined;
  default_segment_number?: bigint | undefined;
  max_segment_size?: bigint | undefined;
  memmap_threshold?: bigint | undefined;
  indexing_threshold?: bigint | undefined;
  flush_interval_sec?: bigint | undefined;
  deprecated_max_optimization_threads?: bigint | undefined;
  max_optimization_threads?: MaxOptimizationThreads | undefined;
  prevent_unoptimized?: boolean | undefined;
}
export interface WalConfigDiff {
  wal_capacity_mb?: bigint | undefined;
  wal_segments_ahead?: bigint | undefined;
  wal_retain_closed?: bigint | undefined;
}
export interface PayloadStorageParams {
  memory?: Memory | undefined;
}
export interface IdTrackerParams {
  memory?: Memory | undefined;
}
export interface StrictModeConfig {
  enabled?: boolean | undefined;
  max_query_limit?: number | undefined;
  max_timeout?: number | undefined;
  unindexed_filtering_retrieve?: boolean | undefined;
  unindexed_filtering_update?: boolean | undefined;
  search_max_hnsw_ef?: number | undefined;
  search_allow_exact?: boolean | undefined;
  search_max_oversampling?: number | undefined;
  upsert_max_batchsize?: bigint | undefined;
  search_max_batchsize?: bigint | undefined;
  max_collection_vector_size_bytes?: bigint | undefined;
  read_rate_limit?: number | undefined;
  write_rate_limit?: number | undefined;
  max_collection_payload_size_bytes?: bigint | undefined;
  filter_max_conditions?: bigint | undefined;
  condition_max_size?: bigint | undefined;
  multivector_config?: StrictModeMultivectorConfig | undefined;
  sparse_config?: StrictModeSparseConfig | undefined;
  max_points_count?: bigint | undefined;
  max_payload_index_count?: bigint | undefined;
  max_resident_memory_percent?: number | undefined;
}
export interface StrictModeSparseConfig {
  sparse_config: Map<string, StrictModeSparse>;
}
export interface StrictModeSparse {
  max_length?: bigint | undefined;
}
export interface StrictModeMultivectorConfig {
  multivector_config: Map<string, StrictModeMultivector>;
}
export interface StrictModeMultivector {
  max_vectors?: bigint | undefined;
}
export interface KeywordIndexParams {
  is_tenant?: boolean | undefined;
  on_disk?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  prefix?: KeywordPrefixParams | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface KeywordPrefixParams {}
export interface IntegerIndexParams {
  lookup?: boolean | undefined;
  range?: boolean | undefined;
  is_principal?: boolean | undefined;
  on_disk?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface FloatIndexParams {
  on_disk?: boolean | undefined;
  is_principal?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface GeoIndexParams {
  on_disk?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface BoolIndexParams {
  on_disk?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface DatetimeIndexParams {
  on_disk?: boolean | undefined;
  is_principal?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface UuidIndexParams {
  is_tenant?: boolean | undefined;
  on_disk?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  nested?: string | undefined;
}
export interface StopwordsSet {
  languages: string[];
  custom: string[];
}
export interface TextScoringParams {
  type: TextScoringType;
}
export interface TextIndexParams {
  tokenizer: TokenizerType;
  lowercase?: boolean | undefined;
  min_token_len?: bigint | undefined;
  max_token_len?: bigint | undefined;
  on_disk?: boolean | undefined;
  stopwords?: StopwordsSet | undefined;
  phrase_matching?: boolean | undefined;
  stemmer?: StemmingAlgorithm | undefined;
  ascii_folding?: boolean | undefined;
  enable_hnsw?: boolean | undefined;
  memory?: Memory | undefined;
  scoring?: TextScoringParams | undefined;
  nested?: string | undefined;
  language?: string | undefined;
  scored?: boolean | undefined;
}
export interface StemmingAlgorithm {
  stemming_params:
    | { $case: "snowball"; value: SnowballParams }
    | { $case: "disabled"; value: DisabledStemmer }
    | undefined;
}
export interface SnowballParams {
  language: string;
}
export interface DisabledStemmer {}
export interface PayloadIndexParams {
  index_params:
    | { $case: "keyword_index_params"; value: KeywordIndexParams }
    | { $case: "integer_index_params"; value: IntegerIndexParams }
    | { $case: "float_index_params"; value: FloatIndexParams }
    | { $case: "geo_index_params"; value: GeoIndexParams }
    | { $case: "text_index_params"; value: TextIndexParams }
    | { $case: "bool_index_params"; value: BoolIndexParams }
    | { $case: "datetime_index_params"; value: DatetimeIndexParams }
    | { $case: "uuid_index_params"; value: UuidIndexParams }
    | undefined;
}
export interface PayloadSchemaInfo {
  data_type: PayloadSchemaType;
  params?: PayloadIndexParams | undefined;
  points?: bigint | undefined;
}
export interface Indexing {
  vectors_done: bigint;
  vectors_total: bigint;
  vectors_per_second: bigint;
  seconds_left?: bigint | undefined;
}
export interface Recall {
  asked: number;
  expected?: number | undefined;
  ef?: bigint | undefined;
  measured?: string | undefined;
}
export interface MeasuredWalk {
  ef: bigint;
  recall: number;
  low: number;
  compared: bigint;
}
export interface RecallCurve {
  share: number;
  k: bigint;
  walks: MeasuredWalk[];
}
export interface RecallTable {
  points: bigint;
  measured: string;
  queries: bigint;
  real_queries: bigint;
  curves: RecallCurve[];
}
export interface RecallTables {
  tables: RecallTable[];
}
export interface Value {
  kind:
    | { $case: "null_value"; value: NullValue }
    | { $case: "double_value"; value: number }
    | { $case: "integer_value"; value: bigint }
    | { $case: "string_value"; value: string }
    | { $case: "bool_value"; value: boolean }
    | { $case: "struct_value"; value: Struct }
    | { $case: "list_value"; value: ListValue }
    | undefined;
}
export interface Struct {
  fields: Map<string, Value>;
}
export interface ListValue {
  values: Value[];
}
export interface MultiVectorConfig {
  comparator: MultiVectorComparator;
}
export interface VectorParams {
  size: bigint;
  distance: Distance;
  hnsw_config?: HnswConfigDiff | undefined;
  quantization_config?: QuantizationConfig | undefined;
  on_disk?: boolean | undefined;
  datatype?: Datatype | undefined;
  multivector_config?: MultiVectorConfig | undefined;
  memory?: Memory | undefined;
}
export interface VectorParamsDiff {
  hnsw_config?: HnswConfigDiff | undefined;
  quantization_config?: QuantizationConfigDiff | undefined;
  on_disk?: boolean | undefined;
  memory?: Memory | undefined;
}
export interface VectorParamsMap {
  map: Map<string, VectorParams>;
}
export interface VectorParamsDiffMap {
  map: Map<string, VectorParamsDiff>;
}
export interface VectorsConfig {
  config:
    | { $case: "params"; value: VectorParams }
    | { $case: "params_map"; value: VectorParamsMap }
    | undefined;
}
export interface VectorsConfigDiff {
  config:
    | { $case: "params"; value: VectorParamsDiff }
    | { $case: "params_map"; value: VectorParamsDiffMap }
    | undefined;
}
export interface SparseIndexConfig {
  full_scan_threshold?: bigint | undefined;
  on_disk?: boolean | undefined;
  datatype?: Datatype | undefined;
  memory?: Memory | undefined;
}
export interface SparseVectorParams {
  index?: SparseIndexConfig | undefined;
  modifier?: Modifier | undefined;
}
export interface SparseVectorConfig {
  map: Map<string, SparseVectorParams>;
}
export interface CreateCollection {
  collection_name: string;
  hnsw_config?: HnswConfigDiff | undefined;
  wal_config?: WalConfigDiff | undefined;
  optimizers_config?: OptimizersConfigDiff | undefined;
  shard_number?: number | undefined;
  on_disk_payload?: boolean | undefined;
  timeout?: bigint | undefined;
  vectors_config?: VectorsConfig | undefined;
  replication_factor?: number | undefined;
  write_consistency_factor?: number | undefined;
  quantization_config?: QuantizationConfig | undefined;
  sharding_method?: ShardingMethod | undefined;
  sparse_vectors_config?: SparseVectorConfig | undefined;
  strict_mode_config?: StrictModeConfig | undefined;
  metadata: Map<string, Value>;
  payload?: PayloadStorageParams | undefined;
  id_tracker?: IdTrackerParams | undefined;
  if_not_exists?: boolean | undefined;
}
export interface UpdateCollection {
  collection_name: string;
  optimizers_config?: OptimizersConfigDiff | undefined;
  timeout?: bigint | undefined;
  params?: CollectionParamsDiff | undefined;
  hnsw_config?: HnswConfigDiff | undefined;
  vectors_config?: VectorsConfigDiff | undefined;
  quantization_config?: QuantizationConfigDiff | undefined;
  sparse_vectors_config?: SparseVectorConfig | undefined;
  strict_mode_config?: StrictModeConfig | undefined;
  metadata: Map<string, Value>;
}
export interface CollectionParamsDiff {
  replication_factor?: number | undefined;
  write_consistency_factor?: number | undefined;
  on_disk_payload?: boolean | undefined;
  read_fan_out_factor?: number | undefined;
  read_fan_out_delay_ms?: bigint | undefined;
  payload?: PayloadStorageParams | undefined;
  id_tracker?: IdTrackerParams | undefined;
}
export interface DeleteCollection {
  collection_name: string;
  timeout?: bigint | undefined;
  undo_seconds?: number | undefined;
  purge?: boolean | undefined;
}
export interface CollectionOperationResponse {
  result: boolean;
  time: number;
}
export interface CollectionExistsRequest {
  collection_name: string;
}
export interface CollectionExists {
  exists: boolean;
}
export interface CollectionExistsResponse {
  result: CollectionExists | undefined;
  time: number;
}
export interface ListCollectionsRequest {
  include_deleted?: boolean | undefined;
}
export interface CollectionDescription {
  name: string;
  deleted_until?: string | undefined;
}
export interface ListCollectionsResponse {
  collections: CollectionDescription[];
  time: number;
}
export interface GetCollectionInfoRequest {
  collection_name: string;
}
export interface GetCollectionInfoResponse {
  result: CollectionInfo | undefined;
  time: number;
}
export interface OptimizerStatus {
  ok: boolean;
  error: string;
}
export interface CollectionWarning {
  message: string;
}
export interface CollectionParams {
  shard_number: number;
  on_disk_payload: boolean;
  vectors_config?: VectorsConfig | undefined;
  replication_factor?: number | undefined;
  write_consistency_factor?: number | undefined;
  read_fan_out_factor?: number | undefined;
  sharding_method?: ShardingMethod | undefined;
  sparse_vectors_config?: SparseVectorConfig | undefined;
  read_fan_out_delay_ms?: bigint | undefined;
  payload?: PayloadStorageParams | undefined;
  id_tracker?: IdTrackerParams | undefined;
}
export interface CollectionConfig {
  params: CollectionParams | undefined;
  hnsw_config: HnswConfigDiff | undefined;
  optimizer_config: OptimizersConfigDiff | undefined;
  wal_config: WalConfigDiff | undefined;
  quantization_config?: QuantizationConfig | undefined;
  strict_mode_config?: StrictModeConfig | undefined;
  metadata: Map<string, Value>;
}
export interface UpdateQueueInfo {
  length: bigint;
  deferred_points?: bigint | undefined;
}
export interface CollectionInfo {
  status: CollectionStatus;
  optimizer_status: OptimizerStatus | undefined;
  segments_count: bigint;
  config: CollectionConfig | undefined;
  payload_schema: Map<string, PayloadSchemaInfo>;
  points_count?: bigint | undefined;
  indexed_vectors_count?: bigint | undefined;
  warnings: CollectionWarning[];
  update_queue: UpdateQueueInfo | undefined;
  indexing?: Indexing | undefined;
  recall: Map<string, RecallTables>;
}
export interface ChangeAliases {
  actions: AliasOperations[];
  timeout?: bigint | undefined;
}
export interface AliasOperations {
  action:
    | { $case: "create_alias"; value: CreateAlias }
    | { $case: "rename_alias"; value: RenameAlias }
    | { $case: "delete_alias"; value: DeleteAlias }
    | undefined;
}
export interface CreateAlias {
  collection_name: string;
  alias_name: string;
}
export interface RenameAlias {
  old_alias_name: string;
  new_alias_name: string;
}
export interface DeleteAlias {
  alias_name: string;
}
export interface ListAliasesRequest {}
export interface ListCollectionAliasesRequest {
  collection_name: string;
}
export interface AliasDescription {
  alias_name: string;
  collection_name: string;
}
export interface ListAliasesResponse {
  aliases: AliasDescription[];
  time: number;
}
export interface ShardKey {
  key: { $case: "keyword"; value: string } | { $case: "number"; value: bigint } | undefined;
}
export interface Timestamp {
  seconds: bigint;
  nanos: number;
}
export interface PointId {
  point_id_options: { $case: "num"; value: bigint } | { $case: "uuid"; value: string } | undefined;
}
export interface GeoPoint {
  lon: number;
  lat: number;
}
export interface Filter {
  should: Condition[];
  must: Condition[];
  must_not: Condition[];
  min_should?: MinShould | undefined;
}
export interface MinShould {
  conditions: Condition[];
  min_count: bigint;
}
export interface Condition {
  condition_one_of:
    | { $case: "field"; value: FieldCondition }
    | { $case: "is_empty"; value: IsEmptyCondition }
    | { $case: "has_id"; value: HasIdCondition }
    | { $case: "filter"; value: Filter }
    | { $case: "is_null"; value: IsNullCondition }
    | { $case: "nested"; value: NestedCondition }
    | { $case: "has_vector"; value: HasVectorCondition }
    | { $case: "slice"; value: SliceCondition }
    | undefined;
}
export interface IsEmptyCondition {
  key: string;
}
export interface IsNullCondition {
  key: string;
}
export interface HasIdCondition {
  has_id: PointId[];
}
export interface HasVectorCondition {
  has_vector: string;
}
export interface SliceCondition {
  total: number;
  index: number;
}
export interface NestedCondition {
  key: string;
  filter: Filter | undefined;
}
export interface FieldCondition {
  key: string;
  match: Match | undefined;
  range: Range | undefined;
  geo_bounding_box: GeoBoundingBox | undefined;
  geo_radius: GeoRadius | undefined;
  values_count: ValuesCount | undefined;
  geo_polygon: GeoPolygon | undefined;
  datetime_range: DatetimeRange | undefined;
  is_empty?: boolean | undefined;
  is_null?: boolean | undefined;
}
export interface Match {
  match_value:
    | { $case: "keyword"; value: string }
    | { $case: "integer"; value: bigint }
    | { $case: "boolean"; value: boolean }
    | { $case: "text"; value: string }
    | { $case: "keywords"; value: RepeatedStrings }
    | { $case: "integers"; value: RepeatedIntegers }
    | { $case: "except_integers"; value: RepeatedIntegers }
    | { $case: "except_keywords"; value: RepeatedStrings }
    | { $case: "phrase"; value: string }
    | { $case: "text_any"; value: string }
    | { $case: "prefix"; value: string }
    | { $case: "substring"; value: string }
    | undefined;
}
export interface RepeatedStrings {
  strings: string[];
}
export interface RepeatedIntegers {
  integers: bigint[];
}
export interface Range {
  lt?: number | undefined;
  gt?: number | undefined;
  gte?: number | undefined;
  lte?: number | undefined;
}
export interface DatetimeRange {
  lt?: Timestamp | undefined;
  gt?: Timestamp | undefined;
  gte?: Timestamp | undefined;
  lte?: Timestamp | undefined;
}
export interface GeoBoundingBox {
  top_left: GeoPoint | undefined;
  bottom_right: GeoPoint | undefined;
}
export interface GeoRadius {
  center: GeoPoint | undefined;
  radius: number;
}
export interface GeoLineString {
  points: GeoPoint[];
}
export interface GeoPolygon {
  exterior: GeoLineString | undefined;
  interiors: GeoLineString[];
}
export interface ValuesCount {
  lt?: bigint | undefined;
  gt?: bigint | undefined;
  gte?: bigint | undefined;
  lte?: bigint | undefined;
}
export interface CollectionClusterInfoRequest {
  collection_name: string;
}
export interface LocalShardInfo {
  shard_id: number;
  points_count: bigint;
  state: ReplicaState;
  shard_key?: ShardKey | undefined;
}
export interface RemoteShardInfo {
  shard_id: number;
  peer_id: bigint;
  state: ReplicaState;
  shard_key?: ShardKey | undefined;
}
export interface ShardTransferInfo {
  shard_id: number;
  to_shard_id?: number | undefined;
  from: bigint;
  to: bigint;
  sync: boolean;
  comment?: string | undefined;
}
export interface ReshardingInfo {
  shard_id: number;
  peer_id: bigint;
  shard_key?: ShardKey | undefined;
  direction: ReshardingDirection;
}
export interface CollectionClusterInfoResponse {
  peer_id: bigint;
  shard_count: bigint;
  local_shards: LocalShardInfo[];
  remote_shards: RemoteShardInfo[];
  shard_transfers: ShardTransferInfo[];
  resharding_operations: ReshardingInfo[];
  time: number;
}
export interface MoveShard {
  shard_id: number;
  to_shard_id?: number | undefined;
  from_peer_id: bigint;
  to_peer_id: bigint;
  method?: ShardTransferMethod | undefined;
}
export interface ReplicateShard {
  shard_id: number;
  to_shard_id?: number | undefined;
  from_peer_id: bigint;
  to_peer_id: bigint;
  method?: ShardTransferMethod | undefined;
}
export interface AbortShardTransfer {
  shard_id: number;
  to_shard_id?: number | undefined;
  from_peer_id: bigint;
  to_peer_id: bigint;
}
export interface RestartTransfer {
  shard_id: number;
  to_shard_id?: number | undefined;
  from_peer_id: bigint;
  to_peer_id: bigint;
  method: ShardTransferMethod;
}
export interface Replica {
  shard_id: number;
  peer_id: bigint;
}
export interface ReplicatePoints {
  from_shard_key: ShardKey | undefined;
  to_shard_key: ShardKey | undefined;
  filter?: Filter | undefined;
}
export interface CreateShardKey {
  shard_key: ShardKey | undefined;
  shards_number?: number | undefined;
  replication_factor?: number | undefined;
  placement: bigint[];
  initial_state?: ReplicaState | undefined;
}
export interface DeleteShardKey {
  shard_key: ShardKey | undefined;
}
export interface UpdateCollectionClusterSetupRequest {
  collection_name: string;
  operation:
    | { $case: "move_shard"; value: MoveShard }
    | { $case: "replicate_shard"; value: ReplicateShard }
    | { $case: "abort_transfer"; value: AbortShardTransfer }
    | { $case: "drop_replica"; value: Replica }
    | { $case: "create_shard_key"; value: CreateShardKey }
    | { $case: "delete_shard_key"; value: DeleteShardKey }
    | { $case: "restart_transfer"; value: RestartTransfer }
    | { $case: "replicate_points"; value: ReplicatePoints }
    | undefined;
  timeout?: bigint | undefined;
}
export interface UpdateCollectionClusterSetupResponse {
  result: boolean;
  time: number;
}
export interface Highlight {
  key: string;
  ranges: TextRange[];
}
export interface TextRange {
  start: number;
  end: number;
}
export interface DenseVector {
  data: Floats;
}
export interface SparseIndices {
  data: number[];
}
export interface SparseVector {
  values: Floats;
  indices: number[];
}
export interface MultiDenseVector {
  vectors: DenseVector[];
}
export interface Document {
  text: string;
  model: string;
  options: Map<string, Value>;
}
export interface Image {
  image: Value | undefined;
  model: string;
  options: Map<string, Value>;
}
export interface InferenceObject {
  object: Value | undefined;
  model: string;
  options: Map<string, Value>;
}
export interface Vector {
  data: Floats;
  indices?: SparseIndices | undefined;
  vectors_count?: number | undefined;
  vector:
    | { $case: "dense"; value: DenseVector }
    | { $case: "sparse"; value: SparseVector }
    | { $case: "multi_dense"; value: MultiDenseVector }
    | { $case: "document"; value: Document }
    | { $case: "image"; value: Image }
    | { $case: "object"; value: InferenceObject }
    | undefined;
}
export interface VectorOutput {
  data: Floats;
  indices?: SparseIndices | undefined;
  vectors_count?: number | undefined;
  vector:
    | { $case: "dense"; value: DenseVector }
    | { $case: "sparse"; value: SparseVector }
    | { $case: "multi_dense"; value: MultiDenseVector }
    | undefined;
}
export interface NamedVectors {
  vectors: Map<string, Vector>;
}
export interface NamedVectorsOutput {
  vectors: Map<string, VectorOutput>;
}
export interface Vectors {
  vectors_options: { $case: "vector"; value: Vector } | { $case: "vectors"; value: NamedVectors } | undefined;
}
export interface VectorsOutput {
  vectors_options:
    | { $case: "vector"; value: VectorOutput }
    | { $case: "vectors"; value: NamedVectorsOutput }
    | undefined;
}
export interface VectorInput {
  variant:
    | { $case: "id"; value: PointId }
    | { $case: "dense"; value: DenseVector }
    | { $case: "sparse"; value: SparseVector }
    | { $case: "multi_dense"; value: MultiDenseVector }
    | { $case: "document"; value: Document }
    | { $case: "image"; value: Image }
    | { $case: "object"; value: InferenceObject }
    | undefined;
}
export interface PointStruct {
  id: PointId | undefined;
  payload: Map<string, Value>;
  vectors?: Vectors | undefined;
}
export interface PointVectors {
  id: PointId | undefined;
  vectors: Vectors | undefined;
}
export interface PointsIdsList {
  ids: PointId[];
}
export interface PointsSelector {
  points_selector_one_of:
    | { $case: "points"; value: PointsIdsList }
    | { $case: "filter"; value: Filter }
    | undefined;
}
export interface RetrievedPoint {
  id: PointId | undefined;
  payload: Map<string, Value>;
  vectors?: VectorsOutput | undefined;
  shard_key?: ShardKey | undefined;
  order_value?: OrderValue | undefined;
}
export interface ScoredPoint {
  id: PointId | undefined;
  payload: Map<string, Value>;
  score: number;
  version: bigint;
  vectors?: VectorsOutput | undefined;
  shard_key?: ShardKey | undefined;
  order_value?: OrderValue | undefined;
  highlights: Highlight[];
}
export interface OrderValue {
  variant: { $case: "int"; value: bigint } | { $case: "float"; value: number } | undefined;
}
export interface PayloadIncludeSelector {
  fields: string[];
}
export interface PayloadExcludeSelector {
  fields: string[];
}
export interface WithPayloadSelector {
  selector_options:
    | { $case: "enable"; value: boolean }
    | { $case: "include"; value: PayloadIncludeSelector }
    | { $case: "exclude"; value: PayloadExcludeSelector }
    | undefined;
}
export interface VectorsSelector {
  names: string[];
}
export interface WithVectorsSelector {
  selector_options:
    | { $case: "enable"; value: boolean }
    | { $case: "include"; value: VectorsSelector }
    | undefined;
}
export interface ShardKeySelector {
  shard_keys: ShardKey[];
  fallback?: ShardKey | undefined;
}
export interface WriteOrdering {
  type: WriteOrderingType;
}
export interface ReadConsistency {
  value: { $case: "type"; value: ReadConsistencyType } | { $case: "factor"; value: bigint } | undefined;
}
export interface HybridQuery {
  text: string;
  vector: VectorInput | undefined;
  text_using?: string | undefined;
  vector_using?: string | undefined;
  alpha?: number | undefined;
  fusion?: HybridFusion | undefined;
  k?: number | undefined;
  limit?: bigint | undefined;
}
export interface LicenseStatusRequest {}
export interface AddLicenseRequest {
  product_key?: string | undefined;
}
export interface LicenseStatus {
  edition: string;
  max_vectors: bigint;
  expires_at?: string | undefined;
}
export interface StatusRequest {}
export interface StatusResponse {
  result: ServerStatus | undefined;
  time: number;
}
export interface ServerStatus {
  state: string;
  problems: Problem[];
  warnings: string[];
  version: string;
  uptime_seconds: number;
  collections_count: bigint;
  log: LogStatus | undefined;
  checkpoint?: CheckpointStatus | undefined;
  file_system?: FileSystemStatus | undefined;
  memory: MemoryStatus | undefined;
  vectors: VectorsStatus | undefined;
  auth_enabled: boolean;
  extended_api: boolean;
  replication: Replication | undefined;
  addresses?: Addresses | undefined;
}
export interface Addresses {
  rest: Address | undefined;
  grpc: Address | undefined;
}
export interface Address {
  port: number;
  tls: boolean;
  public_url?: string | undefined;
}
export interface VectorsStatus {
  used: bigint;
  cap: bigint;
}
export interface Problem {
  kind: string;
  message: string;
}
export interface LogStatus {
  first_lsn: bigint;
  last_lsn: bigint;
  bytes: bigint;
  segments: bigint;
  commits: bigint;
  sync_ms: SyncTimes | undefined;
}
export interface SyncTimes {
  p50: number;
  p99: number;
  max: number;
}
export interface CheckpointStatus {
  number: bigint;
  lsn: bigint;
  taken_at?: string | undefined;
  took_ms?: number | undefined;
  failures: bigint;
  logged_bytes: bigint;
}
export interface FileSystemStatus {
  type: string;
  trusted: boolean;
  fsync_ms?: number | undefined;
}
export interface MemoryStatus {
  used_bytes: bigint;
  limit_bytes: bigint;
  resident_bytes?: bigint | undefined;
}
export interface CheckpointRequest {}
export interface CheckpointResult {
  number: bigint;
  lsn: bigint;
  collections: bigint;
  trimmed_bytes: bigint;
}
export interface CheckpointResponse {
  result: CheckpointResult | undefined;
  time: number;
}
export interface PurgeRequest {}
export interface PurgeResult {
  collections: bigint;
  points: bigint;
  log_bytes: bigint;
  file_bytes: bigint;
}
export interface PurgeResponse {
  result: PurgeResult | undefined;
  time: number;
}
export interface UpkeepRequest {
  collection_name: string;
}
export interface RecoverSnapshotRequest {
  collection_name: string;
  snapshot_name: string;
}
export interface CollectionStatusResponse {
  result: CollectionStatusReport | undefined;
  time: number;
}
export interface CollectionStatusReport {
  status: CollectionStatus;
  optimizer_status: OptimizerStatus | undefined;
  points_count: bigint;
  indexed_vectors_count: bigint;
  segments: SegmentStatus[];
  last_operation_id: bigint;
  saved: boolean;
}
export interface SegmentStatus {
  number: bigint;
  points: bigint;
  deleted: bigint;
  open: boolean;
}
export interface ReplicationLag {
  seconds: number;
  records: bigint;
}
export interface ReplicationFollower {
  next_lsn: bigint;
}
export interface Replication {
  role: string;
  epoch: bigint;
  applied_lsn: bigint;
  leader?: string | undefined;
  lag?: ReplicationLag | undefined;
  problem?: string | undefined;
  followers: ReplicationFollower[];
}
export interface PromoteRequest {}
export interface Promotion {
  epoch: bigint;
}
export interface PromoteResponse {
  result: Promotion | undefined;
  time: number;
}
export interface Deletion {
  deletion: string;
  points: bigint;
  deleted_at: string;
  deleted_until: string;
}
export interface Deletions {
  deletions: Deletion[];
}
export interface ListDeletionsResponse {
  result: Deletions | undefined;
  time: number;
}
export interface RestorePointsRequest {
  collection_name: string;
  deletion: string;
}
export interface RestoredPoints {
  restored: bigint;
  existing: bigint;
}
export interface RestorePointsResponse {
  result: RestoredPoints | undefined;
  time: number;
}
export interface GetPoints {
  collection_name: string;
  ids: PointId[];
  with_payload: WithPayloadSelector | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  read_consistency?: ReadConsistency | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  timeout?: bigint | undefined;
}
export interface StartFrom {
  value:
    | { $case: "float"; value: number }
    | { $case: "integer"; value: bigint }
    | { $case: "timestamp"; value: Timestamp }
    | { $case: "datetime"; value: string }
    | undefined;
}
export interface OrderBy {
  key: string;
  direction?: Direction | undefined;
  start_from?: StartFrom | undefined;
}
export interface ScrollPoints {
  collection_name: string;
  filter: Filter | undefined;
  offset?: PointId | undefined;
  limit?: number | undefined;
  with_payload: WithPayloadSelector | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  read_consistency?: ReadConsistency | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  order_by?: OrderBy | undefined;
  timeout?: bigint | undefined;
}
export interface CountPoints {
  collection_name: string;
  filter: Filter | undefined;
  exact?: boolean | undefined;
  read_consistency?: ReadConsistency | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  timeout?: bigint | undefined;
}
export interface QuantizationSearchParams {
  ignore?: boolean | undefined;
  rescore?: boolean | undefined;
  oversampling?: number | undefined;
}
export interface AcornSearchParams {
  enable?: boolean | undefined;
  max_selectivity?: number | undefined;
}
export interface IdfParams {
  corpus?: Filter | undefined;
}
export interface SparseSearchParams {
  drop?: number | undefined;
  oversampling?: number | undefined;
}
export interface SearchParams {
  hnsw_ef?: bigint | undefined;
  exact?: boolean | undefined;
  quantization?: QuantizationSearchParams | undefined;
  indexed_only?: boolean | undefined;
  acorn?: AcornSearchParams | undefined;
  idf?: IdfParams | undefined;
  recall?: number | undefined;
  sparse?: SparseSearchParams | undefined;
  explain?: boolean | undefined;
}
export interface SearchPoints {
  collection_name: string;
  vector: Floats;
  filter: Filter | undefined;
  limit: bigint;
  with_payload: WithPayloadSelector | undefined;
  params: SearchParams | undefined;
  score_threshold?: number | undefined;
  offset?: bigint | undefined;
  vector_name?: string | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  sparse_indices?: SparseIndices | undefined;
}
export interface SearchBatchPoints {
  collection_name: string;
  search_points: SearchPoints[];
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
}
export interface WithLookup {
  collection: string;
  with_payload?: WithPayloadSelector | undefined;
  with_vectors?: WithVectorsSelector | undefined;
}
export interface SearchPointGroups {
  collection_name: string;
  vector: Floats;
  filter: Filter | undefined;
  limit: number;
  with_payload: WithPayloadSelector | undefined;
  params: SearchParams | undefined;
  score_threshold?: number | undefined;
  vector_name?: string | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  group_by: string;
  group_size: number;
  read_consistency?: ReadConsistency | undefined;
  with_lookup?: WithLookup | undefined;
  timeout?: bigint | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  sparse_indices?: SparseIndices | undefined;
}
export interface LookupLocation {
  collection_name: string;
  vector_name?: string | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface RecommendPoints {
  collection_name: string;
  positive: PointId[];
  negative: PointId[];
  filter: Filter | undefined;
  limit: bigint;
  with_payload: WithPayloadSelector | undefined;
  params: SearchParams | undefined;
  score_threshold?: number | undefined;
  offset?: bigint | undefined;
  using?: string | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  lookup_from?: LookupLocation | undefined;
  read_consistency?: ReadConsistency | undefined;
  strategy?: RecommendStrategy | undefined;
  positive_vectors: Vector[];
  negative_vectors: Vector[];
  timeout?: bigint | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface RecommendBatchPoints {
  collection_name: string;
  recommend_points: RecommendPoints[];
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
}
export interface RecommendPointGroups {
  collection_name: string;
  positive: PointId[];
  negative: PointId[];
  filter: Filter | undefined;
  limit: number;
  with_payload: WithPayloadSelector | undefined;
  params: SearchParams | undefined;
  score_threshold?: number | undefined;
  using?: string | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  lookup_from?: LookupLocation | undefined;
  group_by: string;
  group_size: number;
  read_consistency?: ReadConsistency | undefined;
  with_lookup?: WithLookup | undefined;
  strategy?: RecommendStrategy | undefined;
  positive_vectors: Vector[];
  negative_vectors: Vector[];
  timeout?: bigint | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface VectorExample {
  example: { $case: "id"; value: PointId } | { $case: "vector"; value: Vector } | undefined;
}
export interface TargetVector {
  target: { $case: "single"; value: VectorExample } | undefined;
}
export interface ContextExamplePair {
  positive: VectorExample | undefined;
  negative: VectorExample | undefined;
}
export interface DiscoverPoints {
  collection_name: string;
  target: TargetVector | undefined;
  context: ContextExamplePair[];
  filter: Filter | undefined;
  limit: bigint;
  with_payload: WithPayloadSelector | undefined;
  params: SearchParams | undefined;
  offset?: bigint | undefined;
  using?: string | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  lookup_from?: LookupLocation | undefined;
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface DiscoverBatchPoints {
  collection_name: string;
  discover_points: DiscoverPoints[];
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
}
export interface RecommendInput {
  positive: VectorInput[];
  negative: VectorInput[];
  strategy?: RecommendStrategy | undefined;
}
export interface ContextInputPair {
  positive: VectorInput | undefined;
  negative: VectorInput | undefined;
}
export interface ContextInput {
  pairs: ContextInputPair[];
}
export interface DiscoverInput {
  target: VectorInput | undefined;
  context: ContextInput | undefined;
}
export interface NaiveFeedbackStrategy {
  a: number;
  b: number;
  c: number;
}
export interface FeedbackStrategy {
  variant: { $case: "naive"; value: NaiveFeedbackStrategy } | undefined;
}
export interface FeedbackItem {
  example: VectorInput | undefined;
  score: number;
}
export interface RelevanceFeedbackInput {
  target: VectorInput | undefined;
  feedback: FeedbackItem[];
  strategy: FeedbackStrategy | undefined;
}
export interface Mmr {
  diversity?: number | undefined;
  candidates_limit?: number | undefined;
}
export interface NearestInputWithMmr {
  nearest: VectorInput | undefined;
  mmr: Mmr | undefined;
}
export interface Rrf {
  k?: number | undefined;
  weights: Floats;
}
export interface Bm25Params {
  k?: number | undefined;
  b?: number | undefined;
}
export interface TextQuery {
  query: string;
  scoring: { $case: "bm25"; value: Bm25Params } | undefined;
}
export interface Query {
  variant:
    | { $case: "nearest"; value: VectorInput }
    | { $case: "recommend"; value: RecommendInput }
    | { $case: "discover"; value: DiscoverInput }
    | { $case: "context"; value: ContextInput }
    | { $case: "order_by"; value: OrderBy }
    | { $case: "fusion"; value: Fusion }
    | { $case: "sample"; value: Sample }
    | { $case: "formula"; value: Formula }
    | { $case: "nearest_with_mmr"; value: NearestInputWithMmr }
    | { $case: "rrf"; value: Rrf }
    | { $case: "relevance_feedback"; value: RelevanceFeedbackInput }
    | { $case: "text"; value: TextQuery }
    | { $case: "hybrid"; value: HybridQuery }
    | undefined;
}
export interface Formula {
  expression: Expression | undefined;
  defaults: Map<string, Value>;
}
export interface Expression {
  variant:
    | { $case: "constant"; value: number }
    | { $case: "variable"; value: string }
    | { $case: "condition"; value: Condition }
    | { $case: "geo_distance"; value: GeoDistance }
    | { $case: "datetime"; value: string }
    | { $case: "datetime_key"; value: string }
    | { $case: "mult"; value: MultExpression }
    | { $case: "sum"; value: SumExpression }
    | { $case: "div"; value: DivExpression }
    | { $case: "neg"; value: Expression }
    | { $case: "abs"; value: Expression }
    | { $case: "sqrt"; value: Expression }
    | { $case: "pow"; value: PowExpression }
    | { $case: "exp"; value: Expression }
    | { $case: "log10"; value: Expression }
    | { $case: "ln"; value: Expression }
    | { $case: "exp_decay"; value: DecayParamsExpression }
    | { $case: "gauss_decay"; value: DecayParamsExpression }
    | { $case: "lin_decay"; value: DecayParamsExpression }
    | { $case: "acosh"; value: Expression }
    | { $case: "max"; value: MaxExpression }
    | { $case: "min"; value: MinExpression }
    | undefined;
}
export interface GeoDistance {
  origin: GeoPoint | undefined;
  to: string;
}
export interface MultExpression {
  mult: Expression[];
}
export interface SumExpression {
  sum: Expression[];
}
export interface MaxExpression {
  max: Expression[];
}
export interface MinExpression {
  min: Expression[];
}
export interface DivExpression {
  left: Expression | undefined;
  right: Expression | undefined;
  by_zero_default?: number | undefined;
}
export interface PowExpression {
  base: Expression | undefined;
  exponent: Expression | undefined;
}
export interface DecayParamsExpression {
  x: Expression | undefined;
  target?: Expression | undefined;
  scale?: number | undefined;
  midpoint?: number | undefined;
}
export interface PrefetchQuery {
  prefetch: PrefetchQuery[];
  query?: Query | undefined;
  using?: string | undefined;
  filter?: Filter | undefined;
  params?: SearchParams | undefined;
  score_threshold?: number | undefined;
  limit?: bigint | undefined;
  lookup_from?: LookupLocation | undefined;
}
export interface QueryPoints {
  collection_name: string;
  prefetch: PrefetchQuery[];
  query?: Query | undefined;
  using?: string | undefined;
  filter?: Filter | undefined;
  params?: SearchParams | undefined;
  score_threshold?: number | undefined;
  limit?: bigint | undefined;
  offset?: bigint | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  with_payload?: WithPayloadSelector | undefined;
  read_consistency?: ReadConsistency | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  lookup_from?: LookupLocation | undefined;
  timeout?: bigint | undefined;
  with_highlights?: boolean | undefined;
}
export interface QueryBatchPoints {
  collection_name: string;
  query_points: QueryPoints[];
  read_consistency?: ReadConsistency | undefined;
  timeout?: bigint | undefined;
}
export interface QueryPointGroups {
  collection_name: string;
  prefetch: PrefetchQuery[];
  query?: Query | undefined;
  using?: string | undefined;
  filter?: Filter | undefined;
  params?: SearchParams | undefined;
  score_threshold?: number | undefined;
  with_payload: WithPayloadSelector | undefined;
  with_vectors?: WithVectorsSelector | undefined;
  lookup_from?: LookupLocation | undefined;
  limit?: bigint | undefined;
  group_size?: bigint | undefined;
  group_by: string;
  read_consistency?: ReadConsistency | undefined;
  with_lookup?: WithLookup | undefined;
  timeout?: bigint | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  with_highlights?: boolean | undefined;
}
export interface FacetCounts {
  collection_name: string;
  key: string;
  filter?: Filter | undefined;
  limit?: bigint | undefined;
  exact?: boolean | undefined;
  timeout?: bigint | undefined;
  read_consistency?: ReadConsistency | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface SearchMatrixPoints {
  collection_name: string;
  filter?: Filter | undefined;
  sample?: bigint | undefined;
  limit?: bigint | undefined;
  using?: string | undefined;
  timeout?: bigint | undefined;
  read_consistency?: ReadConsistency | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface UpdateResult {
  operation_id?: bigint | undefined;
  status: UpdateStatus;
  deletion?: string | undefined;
}
export interface PointsOperationResponse {
  result: UpdateResult | undefined;
  time: number;
  usage?: Usage | undefined;
}
export interface UpdateBatchResponse {
  result: UpdateResult[];
  time: number;
  usage?: Usage | undefined;
}
export interface GetResponse {
  result: RetrievedPoint[];
  time: number;
  usage?: Usage | undefined;
}
export interface ScrollResponse {
  next_page_offset?: PointId | undefined;
  result: RetrievedPoint[];
  time: number;
  usage?: Usage | undefined;
}
export interface CountResult {
  count: bigint;
}
export interface CountResponse {
  result: CountResult | undefined;
  time: number;
  usage?: Usage | undefined;
}
export interface BatchResult {
  result: ScoredPoint[];
}
export interface GroupId {
  kind:
    | { $case: "unsigned_value"; value: bigint }
    | { $case: "integer_value"; value: bigint }
    | { $case: "string_value"; value: string }
    | undefined;
}
export interface PointGroup {
  id: GroupId | undefined;
  hits: ScoredPoint[];
  lookup: RetrievedPoint | undefined;
}
export interface GroupsResult {
  groups: PointGroup[];
}
export interface SearchResponse {
  result: ScoredPoint[];
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
  explain_json?: string | undefined;
}
export interface SearchBatchResponse {
  result: BatchResult[];
  time: number;
  usage?: Usage | undefined;
  recall: Recall[];
  explain_json?: string | undefined;
}
export interface SearchGroupsResponse {
  result: GroupsResult | undefined;
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
}
export interface RecommendResponse {
  result: ScoredPoint[];
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
  explain_json?: string | undefined;
}
export interface RecommendBatchResponse {
  result: BatchResult[];
  time: number;
  usage?: Usage | undefined;
  recall: Recall[];
  explain_json?: string | undefined;
}
export interface RecommendGroupsResponse {
  result: GroupsResult | undefined;
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
}
export interface DiscoverResponse {
  result: ScoredPoint[];
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
  explain_json?: string | undefined;
}
export interface DiscoverBatchResponse {
  result: BatchResult[];
  time: number;
  usage?: Usage | undefined;
  recall: Recall[];
  explain_json?: string | undefined;
}
export interface QueryResponse {
  result: ScoredPoint[];
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
  explain_json?: string | undefined;
}
export interface QueryBatchResponse {
  result: BatchResult[];
  time: number;
  usage?: Usage | undefined;
  recall: Recall[];
  explain_json?: string | undefined;
}
export interface QueryGroupsResponse {
  result: GroupsResult | undefined;
  time: number;
  usage?: Usage | undefined;
  recall?: Recall | undefined;
}
export interface FacetValue {
  variant:
    | { $case: "string_value"; value: string }
    | { $case: "integer_value"; value: bigint }
    | { $case: "bool_value"; value: boolean }
    | undefined;
}
export interface FacetHit {
  value: FacetValue | undefined;
  count: bigint;
}
export interface FacetResponse {
  hits: FacetHit[];
  time: number;
  usage?: Usage | undefined;
}
export interface SearchMatrixPair {
  a: PointId | undefined;
  b: PointId | undefined;
  score: number;
}
export interface SearchMatrixPairs {
  pairs: SearchMatrixPair[];
}
export interface SearchMatrixPairsResponse {
  result: SearchMatrixPairs | undefined;
  time: number;
  usage?: Usage | undefined;
}
export interface SearchMatrixOffsets {
  offsets_row: bigint[];
  offsets_col: bigint[];
  scores: Floats;
  ids: PointId[];
}
export interface SearchMatrixOffsetsResponse {
  result: SearchMatrixOffsets | undefined;
  time: number;
  usage?: Usage | undefined;
}
export interface HardwareUsage {
  cpu: bigint;
  payload_io_read: bigint;
  payload_io_write: bigint;
  payload_index_io_read: bigint;
  payload_index_io_write: bigint;
  vector_io_read: bigint;
  vector_io_write: bigint;
}
export interface ModelUsage {
  tokens: bigint;
}
export interface InferenceUsage {
  models: Map<string, ModelUsage>;
}
export interface Usage {
  hardware?: HardwareUsage | undefined;
  inference?: InferenceUsage | undefined;
}
export interface UpsertPoints {
  collection_name: string;
  wait?: boolean | undefined;
  points: PointStruct[];
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  update_filter?: Filter | undefined;
  timeout?: bigint | undefined;
  update_mode?: UpdateMode | undefined;
}
export interface DeletePoints {
  collection_name: string;
  wait?: boolean | undefined;
  points: PointsSelector | undefined;
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  timeout?: bigint | undefined;
  undo_seconds?: number | undefined;
}
export interface UpdatePointVectors {
  collection_name: string;
  wait?: boolean | undefined;
  points: PointVectors[];
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  update_filter?: Filter | undefined;
  timeout?: bigint | undefined;
}
export interface DeletePointVectors {
  collection_name: string;
  wait?: boolean | undefined;
  points_selector: PointsSelector | undefined;
  vectors: VectorsSelector | undefined;
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  timeout?: bigint | undefined;
}
export interface SetPayloadPoints {
  collection_name: string;
  wait?: boolean | undefined;
  payload: Map<string, Value>;
  points_selector?: PointsSelector | undefined;
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  key?: string | undefined;
  timeout?: bigint | undefined;
}
export interface DeletePayloadPoints {
  collection_name: string;
  wait?: boolean | undefined;
  keys: string[];
  points_selector?: PointsSelector | undefined;
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  timeout?: bigint | undefined;
}
export interface ClearPayloadPoints {
  collection_name: string;
  wait?: boolean | undefined;
  points: PointsSelector | undefined;
  ordering?: WriteOrdering | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  timeout?: bigint | undefined;
}
export interface PointsUpdateOperation {
  operation:
    | { $case: "upsert"; value: PointsUpdateOperation_PointStructList }
    | { $case: "delete_deprecated"; value: PointsSelector }
    | { $case: "set_payload"; value: PointsUpdateOperation_SetPayload }
    | { $case: "overwrite_payload"; value: PointsUpdateOperation_OverwritePayload }
    | { $case: "delete_payload"; value: PointsUpdateOperation_DeletePayload }
    | { $case: "clear_payload_deprecated"; value: PointsSelector }
    | { $case: "update_vectors"; value: PointsUpdateOperation_UpdateVectors }
    | { $case: "delete_vectors"; value: PointsUpdateOperation_DeleteVectors }
    | { $case: "delete_points"; value: PointsUpdateOperation_DeletePoints }
    | { $case: "clear_payload"; value: PointsUpdateOperation_ClearPayload }
    | undefined;
}
export interface PointsUpdateOperation_PointStructList {
  points: PointStruct[];
  shard_key_selector?: ShardKeySelector | undefined;
  update_filter?: Filter | undefined;
  update_mode?: UpdateMode | undefined;
}
export interface PointsUpdateOperation_SetPayload {
  payload: Map<string, Value>;
  points_selector?: PointsSelector | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  key?: string | undefined;
}
export interface PointsUpdateOperation_OverwritePayload {
  payload: Map<string, Value>;
  points_selector?: PointsSelector | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
  key?: string | undefined;
}
export interface PointsUpdateOperation_DeletePayload {
  keys: string[];
  points_selector?: PointsSelector | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface PointsUpdateOperation_UpdateVectors {
  points: PointVectors[];
  shard_key_selector?: ShardKeySelector | undefined;
  update_filter?: Filter | undefined;
}
export interface PointsUpdateOperation_DeleteVectors {
  points_selector: PointsSelector | undefined;
  vectors: VectorsSelector | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface PointsUpdateOperation_DeletePoints {
  points: PointsSelector | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface PointsUpdateOperation_ClearPayload {
  points: PointsSelector | undefined;
  shard_key_selector?: ShardKeySelector | undefined;
}
export interface UpdateBatchPoints {
  collection_name: string;
  wait?: boolean | undefined;
  operations: PointsUpdateOperation[];
  ordering?: WriteOrdering | undefined;
  timeout?: bigint | undefined;
}
export interface CreateFieldIndexCollection {
  collection_name: string;
  wait?: boolean | undefined;
  field_name: string;
  field_type?: FieldType | undefined;
  field_index_params?: PayloadIndexParams | undefined;
  ordering?: WriteOrdering | undefined;
  timeout?: bigint | undefined;
}
export interface DeleteFieldIndexCollection {
  collection_name: string;
  wait?: boolean | undefined;
  field_name: string;
  ordering?: WriteOrdering | undefined;
  timeout?: bigint | undefined;
}
export interface DenseVectorCreationConfig {
  size: bigint;
  distance: Distance;
  multivector_config?: MultiVectorConfig | undefined;
  datatype?: Datatype | undefined;
}
export interface SparseVectorCreationConfig {
  modifier?: Modifier | undefined;
  datatype?: Datatype | undefined;
}
export interface CreateVectorNameRequest {
  collection_name: string;
  wait?: boolean | undefined;
  vector_name: string;
  vector_config:
    | { $case: "dense_config"; value: DenseVectorCreationConfig }
    | { $case: "sparse_config"; value: SparseVectorCreationConfig }
    | undefined;
  timeout?: bigint | undefined;
  ordering?: WriteOrdering | undefined;
}
export interface DeleteVectorNameRequest {
  collection_name: string;
  wait?: boolean | undefined;
  vector_name: string;
  timeout?: bigint | undefined;
  ordering?: WriteOrdering | undefined;
}
export interface HealthCheckRequest {}
export interface HealthCheckReply {
  title: string;
  version: string;
  commit?: string | undefined;
  warnings: string[];
}
export interface CreateSnapshotRequest {
  collection_name: string;
}
export interface ListSnapshotsRequest {
  collection_name: string;
}
export interface DeleteSnapshotRequest {
  collection_name: string;
  snapshot_name: string;
}
export interface CreateFullSnapshotRequest {}
export interface ListFullSnapshotsRequest {}
export interface DeleteFullSnapshotRequest {
  snapshot_name: string;
}
export interface SnapshotDescription {
  name: string;
  creation_time: Timestamp | undefined;
  size: bigint;
  checksum?: string | undefined;
}
export interface CreateSnapshotResponse {
  snapshot_description: SnapshotDescription | undefined;
  time: number;
}
export interface ListSnapshotsResponse {
  snapshot_descriptions: SnapshotDescription[];
  time: number;
}
export interface DeleteSnapshotResponse {
  time: number;
}
export type Memory = Enums["Memory"][keyof Enums["Memory"]];
export type QuantizationType = Enums["QuantizationType"][keyof Enums["QuantizationType"]];
export type CompressionRatio = Enums["CompressionRatio"][keyof Enums["CompressionRatio"]];
export type BinaryQuantizationEncoding =
  Enums["BinaryQuantizationEncoding"][keyof Enums["BinaryQuantizationEncoding"]];
export type TurboQuantBitSize = Enums["TurboQuantBitSize"][keyof Enums["TurboQuantBitSize"]];
export type ShardingMethod = Enums["ShardingMethod"][keyof Enums["ShardingMethod"]];
export type PayloadSchemaType = Enums["PayloadSchemaType"][keyof Enums["PayloadSchemaType"]];
export type FieldType = Enums["FieldType"][keyof Enums["FieldType"]];
export type TokenizerType = Enums["TokenizerType"][keyof Enums["TokenizerType"]];
export type TextScoringType = Enums["TextScoringType"][keyof Enums["TextScoringType"]];
export type NullValue = Enums["NullValue"][keyof Enums["NullValue"]];
export type Distance = Enums["Distance"][keyof Enums["Distance"]];
export type Datatype = Enums["Datatype"][keyof Enums["Datatype"]];
export type MultiVectorComparator = Enums["MultiVectorComparator"][keyof Enums["MultiVectorComparator"]];
export type Modifier = Enums["Modifier"][keyof Enums["Modifier"]];
export type CollectionStatus = Enums["CollectionStatus"][keyof Enums["CollectionStatus"]];
export type ReplicaState = Enums["ReplicaState"][keyof Enums["ReplicaState"]];
export type ReshardingDirection = Enums["ReshardingDirection"][keyof Enums["ReshardingDirection"]];
export type ShardTransferMethod = Enums["ShardTransferMethod"][keyof Enums["ShardTransferMethod"]];
export type WriteOrderingType = Enums["WriteOrderingType"][keyof Enums["WriteOrderingType"]];
export type ReadConsistencyType = Enums["ReadConsistencyType"][keyof Enums["ReadConsistencyType"]];
export type HybridFusion = Enums["HybridFusion"][keyof Enums["HybridFusion"]];
export type Direction = Enums["Direction"][keyof Enums["Direction"]];
export type RecommendStrategy = Enums["RecommendStrategy"][keyof Enums["RecommendStrategy"]];
export type Fusion = Enums["Fusion"][keyof Enums["Fusion"]];
export type Sample = Enums["Sample"][keyof Enums["Sample"]];
export type UpdateStatus = Enums["UpdateStatus"][keyof Enums["UpdateStatus"]];
export type UpdateMode = Enums["UpdateMode"][keyof Enums["UpdateMode"]];
export type BinaryQuantizationQueryEncoding_Setting =
  Enums["BinaryQuantizationQueryEncoding_Setting"][keyof Enums["BinaryQuantizationQueryEncoding_Setting"]];
export type MaxOptimizationThreads_Setting =
  Enums["MaxOptimizationThreads_Setting"][keyof Enums["MaxOptimizationThreads_Setting"]];
export interface Messages {
  readonly SetAuthEnabledRequest: SetAuthEnabledRequest;
  readonly SetAuthEnabledResponse: SetAuthEnabledResponse;
  readonly AdminExistsRequest: AdminExistsRequest;
  readonly AdminExistsResponse: AdminExistsResponse;
  readonly PasswordRequest: PasswordRequest;
  readonly LoginResponse: LoginResponse;
  readonly DoneResponse: DoneResponse;
  readonly CreateTokenRequest: CreateTokenRequest;
  readonly ListTokensRequest: ListTokensRequest;
  readonly TokenRequest: TokenRequest;
  readonly Token: Token;
  readonly NewToken: NewToken;
  readonly ListTokensResponse: ListTokensResponse;
  readonly HnswConfigDiff: HnswConfigDiff;
  readonly ScalarQuantization: ScalarQuantization;
  readonly ProductQuantization: ProductQuantization;
  readonly BinaryQuantizationQueryEncoding: BinaryQuantizationQueryEncoding;
  readonly BinaryQuantization: BinaryQuantization;
  readonly TurboQuantization: TurboQuantization;
  readonly QuantizationConfig: QuantizationConfig;
  readonly Disabled: Disabled;
  readonly QuantizationConfigDiff: QuantizationConfigDiff;
  readonly MaxOptimizationThreads: MaxOptimizationThreads;
  readonly OptimizersConfigDiff: OptimizersConfigDiff;
  readonly WalConfigDiff: WalConfigDiff;
  readonly PayloadStorageParams: PayloadStorageParams;
  readonly IdTrackerParams: IdTrackerParams;
  readonly StrictModeConfig: StrictModeConfig;
  readonly StrictModeSparseConfig: StrictModeSparseConfig;
  readonly StrictModeSparse: StrictModeSparse;
  readonly StrictModeMultivectorConfig: StrictModeMultivectorConfig;
  readonly StrictModeMultivector: StrictModeMultivector;
  readonly KeywordIndexParams: KeywordIndexParams;
  readonly KeywordPrefixParams: KeywordPrefixParams;
  readonly IntegerIndexParams: IntegerIndexParams;
  readonly FloatIndexParams: FloatIndexParams;
  readonly GeoIndexParams: GeoIndexParams;
  readonly BoolIndexParams: BoolIndexParams;
  readonly DatetimeIndexParams: DatetimeIndexParams;
  readonly UuidIndexParams: UuidIndexParams;
  readonly StopwordsSet: StopwordsSet;
  readonly TextScoringParams: TextScoringParams;
  readonly TextIndexParams: TextIndexParams;
  readonly StemmingAlgorithm: StemmingAlgorithm;
  readonly SnowballParams: SnowballParams;
  readonly DisabledStemmer: DisabledStemmer;
  readonly PayloadIndexParams: PayloadIndexParams;
  readonly PayloadSchemaInfo: PayloadSchemaInfo;
  readonly Indexing: Indexing;
  readonly Recall: Recall;
  readonly MeasuredWalk: MeasuredWalk;
  readonly RecallCurve: RecallCurve;
  readonly RecallTable: RecallTable;
  readonly RecallTables: RecallTables;
  readonly Value: Value;
  readonly Struct: Struct;
  readonly ListValue: ListValue;
  readonly MultiVectorConfig: MultiVectorConfig;
  readonly VectorParams: VectorParams;
  readonly VectorParamsDiff: VectorParamsDiff;
  readonly VectorParamsMap: VectorParamsMap;
  readonly VectorParamsDiffMap: VectorParamsDiffMap;
  readonly VectorsConfig: VectorsConfig;
  readonly VectorsConfigDiff: VectorsConfigDiff;
  readonly SparseIndexConfig: SparseIndexConfig;
  readonly SparseVectorParams: SparseVectorParams;
  readonly SparseVectorConfig: SparseVectorConfig;
  readonly CreateCollection: CreateCollection;
  readonly UpdateCollection: UpdateCollection;
  readonly CollectionParamsDiff: CollectionParamsDiff;
  readonly DeleteCollection: DeleteCollection;
  readonly CollectionOperationResponse: CollectionOperationResponse;
  readonly CollectionExistsRequest: CollectionExistsRequest;
  readonly CollectionExists: CollectionExists;
  readonly CollectionExistsResponse: CollectionExistsResponse;
  readonly ListCollectionsRequest: ListCollectionsRequest;
  readonly CollectionDescription: CollectionDescription;
  readonly ListCollectionsResponse: ListCollectionsResponse;
  readonly GetCollectionInfoRequest: GetCollectionInfoRequest;
  readonly GetCollectionInfoResponse: GetCollectionInfoResponse;
  readonly OptimizerStatus: OptimizerStatus;
  readonly CollectionWarning: CollectionWarning;
  readonly CollectionParams: CollectionParams;
  readonly CollectionConfig: CollectionConfig;
  readonly UpdateQueueInfo: UpdateQueueInfo;
  readonly CollectionInfo: CollectionInfo;
  readonly ChangeAliases: ChangeAliases;
  readonly AliasOperations: AliasOperations;
  readonly CreateAlias: CreateAlias;
  readonly RenameAlias: RenameAlias;
  readonly DeleteAlias: DeleteAlias;
  readonly ListAliasesRequest: ListAliasesRequest;
  readonly ListCollectionAliasesRequest: ListCollectionAliasesRequest;
  readonly AliasDescription: AliasDescription;
  readonly ListAliasesResponse: ListAliasesResponse;
  readonly ShardKey: ShardKey;
  readonly Timestamp: Timestamp;
  readonly PointId: PointId;
  readonly GeoPoint: GeoPoint;
  readonly Filter: Filter;
  readonly MinShould: MinShould;
  readonly Condition: Condition;
  readonly IsEmptyCondition: IsEmptyCondition;
  readonly IsNullCondition: IsNullCondition;
  readonly HasIdCondition: HasIdCondition;
  readonly HasVectorCondition: HasVectorCondition;
  readonly SliceCondition: SliceCondition;
  readonly NestedCondition: NestedCondition;
  readonly FieldCondition: FieldCondition;
  readonly Match: Match;
  readonly RepeatedStrings: RepeatedStrings;
  readonly RepeatedIntegers: RepeatedIntegers;
  readonly Range: Range;
  readonly DatetimeRange: DatetimeRange;
  readonly GeoBoundingBox: GeoBoundingBox;
  readonly GeoRadius: GeoRadius;
  readonly GeoLineString: GeoLineString;
  readonly GeoPolygon: GeoPolygon;
  readonly ValuesCount: ValuesCount;
  readonly CollectionClusterInfoRequest: CollectionClusterInfoRequest;
  readonly LocalShardInfo: LocalShardInfo;
  readonly RemoteShardInfo: RemoteShardInfo;
  readonly ShardTransferInfo: ShardTransferInfo;
  readonly ReshardingInfo: ReshardingInfo;
  readonly CollectionClusterInfoResponse: CollectionClusterInfoResponse;
  readonly MoveShard: MoveShard;
  readonly ReplicateShard: ReplicateShard;
  readonly AbortShardTransfer: AbortShardTransfer;
  readonly RestartTransfer: RestartTransfer;
  readonly Replica: Replica;
  readonly ReplicatePoints: ReplicatePoints;
  readonly CreateShardKey: CreateShardKey;
  readonly DeleteShardKey: DeleteShardKey;
  readonly UpdateCollectionClusterSetupRequest: UpdateCollectionClusterSetupRequest;
  readonly UpdateCollectionClusterSetupResponse: UpdateCollectionClusterSetupResponse;
  readonly Highlight: Highlight;
  readonly TextRange: TextRange;
  readonly DenseVector: DenseVector;
  readonly SparseIndices: SparseIndices;
  readonly SparseVector: SparseVector;
  readonly MultiDenseVector: MultiDenseVector;
  readonly Document: Document;
  readonly Image: Image;
  readonly InferenceObject: InferenceObject;
  readonly Vector: Vector;
  readonly VectorOutput: VectorOutput;
  readonly NamedVectors: NamedVectors;
  readonly NamedVectorsOutput: NamedVectorsOutput;
  readonly Vectors: Vectors;
  readonly VectorsOutput: VectorsOutput;
  readonly VectorInput: VectorInput;
  readonly PointStruct: PointStruct;
  readonly PointVectors: PointVectors;
  readonly PointsIdsList: PointsIdsList;
  readonly PointsSelector: PointsSelector;
  readonly RetrievedPoint: RetrievedPoint;
  readonly ScoredPoint: ScoredPoint;
  readonly OrderValue: OrderValue;
  readonly PayloadIncludeSelector: PayloadIncludeSelector;
  readonly PayloadExcludeSelector: PayloadExcludeSelector;
  readonly WithPayloadSelector: WithPayloadSelector;
  readonly VectorsSelector: VectorsSelector;
  readonly WithVectorsSelector: WithVectorsSelector;
  readonly ShardKeySelector: ShardKeySelector;
  readonly WriteOrdering: WriteOrdering;
  readonly ReadConsistency: ReadConsistency;
  readonly HybridQuery: HybridQuery;
  readonly LicenseStatusRequest: LicenseStatusRequest;
  readonly AddLicenseRequest: AddLicenseRequest;
  readonly LicenseStatus: LicenseStatus;
  readonly StatusRequest: StatusRequest;
  readonly StatusResponse: StatusResponse;
  readonly ServerStatus: ServerStatus;
  readonly Addresses: Addresses;
  readonly Address: Address;
  readonly VectorsStatus: VectorsStatus;
  readonly Problem: Problem;
  readonly LogStatus: LogStatus;
  readonly SyncTimes: SyncTimes;
  readonly CheckpointStatus: CheckpointStatus;
  readonly FileSystemStatus: FileSystemStatus;
  readonly MemoryStatus: MemoryStatus;
  readonly CheckpointRequest: CheckpointRequest;
  readonly CheckpointResult: CheckpointResult;
  readonly CheckpointResponse: CheckpointResponse;
  readonly PurgeRequest: PurgeRequest;
  readonly PurgeResult: PurgeResult;
  readonly PurgeResponse: PurgeResponse;
  readonly UpkeepRequest: UpkeepRequest;
  readonly RecoverSnapshotRequest: RecoverSnapshotRequest;
  readonly CollectionStatusResponse: CollectionStatusResponse;
  readonly CollectionStatusReport: CollectionStatusReport;
  readonly SegmentStatus: SegmentStatus;
  readonly ReplicationLag: ReplicationLag;
  readonly ReplicationFollower: ReplicationFollower;
  readonly Replication: Replication;
  readonly PromoteRequest: PromoteRequest;
  readonly Promotion: Promotion;
  readonly PromoteResponse: PromoteResponse;
  readonly Deletion: Deletion;
  readonly Deletions: Deletions;
  readonly ListDeletionsResponse: ListDeletionsResponse;
  readonly RestorePointsRequest: RestorePointsRequest;
  readonly RestoredPoints: RestoredPoints;
  readonly RestorePointsResponse: RestorePointsResponse;
  readonly GetPoints: GetPoints;
  readonly StartFrom: StartFrom;
  readonly OrderBy: OrderBy;
  readonly ScrollPoints: ScrollPoints;
  readonly CountPoints: CountPoints;
  readonly QuantizationSearchParams: QuantizationSearchParams;
  readonly AcornSearchParams: AcornSearchParams;
  readonly IdfParams: IdfParams;
  readonly SparseSearchParams: SparseSearchParams;
  readonly SearchParams: SearchParams;
  readonly SearchPoints: SearchPoints;
  readonly SearchBatchPoints: SearchBatchPoints;
  readonly WithLookup: WithLookup;
  readonly SearchPointGroups: SearchPointGroups;
  readonly LookupLocation: LookupLocation;
  readonly RecommendPoints: RecommendPoints;
  readonly RecommendBatchPoints: RecommendBatchPoints;
  readonly RecommendPointGroups: RecommendPointGroups;
  readonly VectorExample: VectorExample;
  readonly TargetVector: TargetVector;
  readonly ContextExamplePair: ContextExamplePair;
  readonly DiscoverPoints: DiscoverPoints;
  readonly DiscoverBatchPoints: DiscoverBatchPoints;
  readonly RecommendInput: RecommendInput;
  readonly ContextInputPair: ContextInputPair;
  readonly ContextInput: ContextInput;
  readonly DiscoverInput: DiscoverInput;
  readonly NaiveFeedbackStrategy: NaiveFeedbackStrategy;
  readonly FeedbackStrategy: FeedbackStrategy;
  readonly FeedbackItem: FeedbackItem;
  readonly RelevanceFeedbackInput: RelevanceFeedbackInput;
  readonly Mmr: Mmr;
  readonly NearestInputWithMmr: NearestInputWithMmr;
  readonly Rrf: Rrf;
  readonly Bm25Params: Bm25Params;
  readonly TextQuery: TextQuery;
  readonly Query: Query;
  readonly Formula: Formula;
  readonly Expression: Expression;
  readonly GeoDistance: GeoDistance;
  readonly MultExpression: MultExpression;
  readonly SumExpression: SumExpression;
  readonly MaxExpression: MaxExpression;
  readonly MinExpression: MinExpression;
  readonly DivExpression: DivExpression;
  readonly PowExpression: PowExpression;
  readonly DecayParamsExpression: DecayParamsExpression;
  readonly PrefetchQuery: PrefetchQuery;
  readonly QueryPoints: QueryPoints;
  readonly QueryBatchPoints: QueryBatchPoints;
  readonly QueryPointGroups: QueryPointGroups;
  readonly FacetCounts: FacetCounts;
  readonly SearchMatrixPoints: SearchMatrixPoints;
  readonly UpdateResult: UpdateResult;
  readonly PointsOperationResponse: PointsOperationResponse;
  readonly UpdateBatchResponse: UpdateBatchResponse;
  readonly GetResponse: GetResponse;
  readonly ScrollResponse: ScrollResponse;
  readonly CountResult: CountResult;
  readonly CountResponse: CountResponse;
  readonly BatchResult: BatchResult;
  readonly GroupId: GroupId;
  readonly PointGroup: PointGroup;
  readonly GroupsResult: GroupsResult;
  readonly SearchResponse: SearchResponse;
  readonly SearchBatchResponse: SearchBatchResponse;
  readonly SearchGroupsResponse: SearchGroupsResponse;
  readonly RecommendResponse: RecommendResponse;
  readonly RecommendBatchResponse: RecommendBatchResponse;
  readonly RecommendGroupsResponse: RecommendGroupsResponse;
  readonly DiscoverResponse: DiscoverResponse;
  readonly DiscoverBatchResponse: DiscoverBatchResponse;
  readonly QueryResponse: QueryResponse;
  readonly QueryBatchResponse: QueryBatchResponse;
  readonly QueryGroupsResponse: QueryGroupsResponse;
  readonly FacetValue: FacetValue;
  readonly FacetHit: FacetHit;
  readonly FacetResponse: FacetResponse;
  readonly SearchMatrixPair: SearchMatrixPair;
  readonly SearchMatrixPairs: SearchMatrixPairs;
  readonly SearchMatrixPairsResponse: SearchMatrixPairsResponse;
  readonly SearchMatrixOffsets: SearchMatrixOffsets;
  readonly SearchMatrixOffsetsResponse: SearchMatrixOffsetsResponse;
  readonly HardwareUsage: HardwareUsage;
  readonly ModelUsage: ModelUsage;
  readonly InferenceUsage: InferenceUsage;
  readonly Usage: Usage;
  readonly UpsertPoints: UpsertPoints;
  readonly DeletePoints: DeletePoints;
  readonly UpdatePointVectors: UpdatePointVectors;
  readonly DeletePointVectors: DeletePointVectors;
  readonly SetPayloadPoints: SetPayloadPoints;
  readonly DeletePayloadPoints: DeletePayloadPoints;
  readonly ClearPayloadPoints: ClearPayloadPoints;
  readonly PointsUpdateOperation: PointsUpdateOperation;
  readonly PointsUpdateOperation_PointStructList: PointsUpdateOperation_PointStructList;
  readonly PointsUpdateOperation_SetPayload: PointsUpdateOperation_SetPayload;
  readonly PointsUpdateOperation_OverwritePayload: PointsUpdateOperation_OverwritePayload;
  readonly PointsUpdateOperation_DeletePayload: PointsUpdateOperation_DeletePayload;
  readonly PointsUpdateOperation_UpdateVectors: PointsUpdateOperation_UpdateVectors;
  readonly PointsUpdateOperation_DeleteVectors: PointsUpdateOperation_DeleteVectors;
  readonly PointsUpdateOperation_DeletePoints: PointsUpdateOperation_DeletePoints;
  readonly PointsUpdateOperation_ClearPayload: PointsUpdateOperation_ClearPayload;
  readonly UpdateBatchPoints: UpdateBatchPoints;
  readonly CreateFieldIndexCollection: CreateFieldIndexCollection;
  readonly DeleteFieldIndexCollection: DeleteFieldIndexCollection;
  readonly DenseVectorCreationConfig: DenseVectorCreationConfig;
  readonly SparseVectorCreationConfig: SparseVectorCreationConfig;
  readonly CreateVectorNameRequest: CreateVectorNameRequest;
  readonly DeleteVectorNameRequest: DeleteVectorNameRequest;
  readonly HealthCheckRequest: HealthCheckRequest;
  readonly HealthCheckReply: HealthCheckReply;
  readonly CreateSnapshotRequest: CreateSnapshotRequest;
  readonly ListSnapshotsRequest: ListSnapshotsRequest;
  readonly DeleteSnapshotRequest: DeleteSnapshotRequest;
  readonly CreateFullSnapshotRequest: CreateFullSnapshotRequest;
  readonly ListFullSnapshotsRequest: ListFullSnapshotsRequest;
  readonly DeleteFullSnapshotRequest: DeleteFullSnapshotRequest;
  readonly SnapshotDescription: SnapshotDescription;
  readonly CreateSnapshotResponse: CreateSnapshotResponse;
  readonly ListSnapshotsResponse: ListSnapshotsResponse;
  readonly DeleteSnapshotResponse: DeleteSnapshotResponse;
}
export interface Enums {
  readonly Memory: { readonly MemoryUnknown: 0; readonly Cold: 1; readonly Cached: 2; readonly Pinned: 3 };
  readonly QuantizationType: { readonly UnknownQuantization: 0; readonly Int8: 1 };
  readonly CompressionRatio: {
    readonly x4: 0;
    readonly x8: 1;
    readonly x16: 2;
    readonly x32: 3;
    readonly x64: 4;
  };
  readonly BinaryQuantizationEncoding: {
    readonly OneBit: 0;
    readonly TwoBits: 1;
    readonly OneAndHalfBits: 2;
  };
  readonly TurboQuantBitSize: {
    readonly Bits1: 0;
    readonly Bits1_5: 1;
    readonly Bits2: 2;
    readonly Bits4: 3;
    readonly Bits8: 4;
  };
  readonly ShardingMethod: { readonly Auto: 0; readonly Custom: 1 };
  readonly PayloadSchemaType: {
    readonly UnknownType: 0;
    readonly Keyword: 1;
    readonly Integer: 2;
    readonly Float: 3;
    readonly Geo: 4;
    readonly Text: 5;
    readonly Bool: 6;
    readonly Datetime: 7;
    readonly Uuid: 8;
  };
  readonly FieldType: {
    readonly FieldTypeKeyword: 0;
    readonly FieldTypeInteger: 1;
    readonly FieldTypeFloat: 2;
    readonly FieldTypeGeo: 3;
    readonly FieldTypeText: 4;
    readonly FieldTypeBool: 5;
    readonly FieldTypeDatetime: 6;
    readonly FieldTypeUuid: 7;
  };
  readonly TokenizerType: {
    readonly Unknown: 0;
    readonly Prefix: 1;
    readonly Whitespace: 2;
    readonly Word: 3;
    readonly Multilingual: 4;
    readonly Code: 5;
  };
  readonly TextScoringType: { readonly Bm25: 0 };
  readonly NullValue: { readonly NULL_VALUE: 0 };
  readonly Distance: {
    readonly UnknownDistance: 0;
    readonly Cosine: 1;
    readonly Euclid: 2;
    readonly Dot: 3;
    readonly Manhattan: 4;
  };
  readonly Datatype: {
    readonly Default: 0;
    readonly Float32: 1;
    readonly Uint8: 2;
    readonly Float16: 3;
    readonly Turbo4: 4;
    readonly Turbo8: 5;
    readonly Turbo16: 6;
  };
  readonly MultiVectorComparator: { readonly MaxSim: 0 };
  readonly Modifier: { readonly None: 0; readonly Idf: 1 };
  readonly CollectionStatus: {
    readonly UnknownCollectionStatus: 0;
    readonly Green: 1;
    readonly Yellow: 2;
    readonly Red: 3;
    readonly Grey: 4;
  };
  readonly ReplicaState: {
    readonly Active: 0;
    readonly Dead: 1;
    readonly Partial: 2;
    readonly Initializing: 3;
    readonly Listener: 4;
    readonly PartialSnapshot: 5;
    readonly Recovery: 6;
    readonly Resharding: 7;
    readonly ReshardingScaleDown: 8;
    readonly ActiveRead: 9;
    readonly ManualRecovery: 10;
  };
  readonly ReshardingDirection: { readonly Up: 0; readonly Down: 1 };
  readonly ShardTransferMethod: {
    readonly StreamRecords: 0;
    readonly Snapshot: 1;
    readonly WalDelta: 2;
    readonly ReshardingStreamRecords: 3;
  };
  readonly WriteOrderingType: { readonly Weak: 0; readonly Medium: 1; readonly Strong: 2 };
  readonly ReadConsistencyType: { readonly All: 0; readonly Majority: 1; readonly Quorum: 2 };
  readonly HybridFusion: { readonly ByRanks: 0; readonly ByScores: 1 };
  readonly Direction: { readonly Asc: 0; readonly Desc: 1 };
  readonly RecommendStrategy: { readonly AverageVector: 0; readonly BestScore: 1; readonly SumScores: 2 };
  readonly Fusion: { readonly RRF: 0; readonly DBSF: 1 };
  readonly Sample: { readonly Random: 0 };
  readonly UpdateStatus: {
    readonly UnknownUpdateStatus: 0;
    readonly Acknowledged: 1;
    readonly Completed: 2;
    readonly ClockRejected: 3;
    readonly WaitTimeout: 4;
  };
  readonly UpdateMode: { readonly Upsert: 0; readonly InsertOnly: 1; readonly UpdateOnly: 2 };
  readonly BinaryQuantizationQueryEncoding_Setting: {
    readonly Default: 0;
    readonly Binary: 1;
    readonly Scalar4Bits: 2;
    readonly Scalar8Bits: 3;
  };
  readonly MaxOptimizationThreads_Setting: { readonly Auto: 0 };
}
export interface Services {
  readonly AuthService: {
    readonly setEnabled: readonly [request: SetAuthEnabledRequest, response: SetAuthEnabledResponse];
    readonly adminExists: readonly [request: AdminExistsRequest, response: AdminExistsResponse];
    readonly createAdmin: readonly [request: PasswordRequest, response: DoneResponse];
    readonly login: readonly [request: PasswordRequest, response: LoginResponse];
    readonly resetPassword: readonly [request: PasswordRequest, response: DoneResponse];
  };
  readonly TokensService: {
    readonly create: readonly [request: CreateTokenRequest, response: NewToken];
    readonly list: readonly [request: ListTokensRequest, response: ListTokensResponse];
    readonly rotate: readonly [request: TokenRequest, response: NewToken];
    readonly delete: readonly [request: TokenRequest, response: DoneResponse];
  };
  readonly CollectionsService: {
    readonly get: readonly [request: GetCollectionInfoRequest, response: GetCollectionInfoResponse];
    readonly list: readonly [request: ListCollectionsRequest, response: ListCollectionsResponse];
    readonly create: readonly [request: CreateCollection, response: CollectionOperationResponse];
    readonly update: readonly [request: UpdateCollection, response: CollectionOperationResponse];
    readonly delete: readonly [request: DeleteCollection, response: CollectionOperationResponse];
    readonly updateAliases: readonly [request: ChangeAliases, response: CollectionOperationResponse];
    readonly listCollectionAliases: readonly [
      request: ListCollectionAliasesRequest,
      response: ListAliasesResponse,
    ];
    readonly listAliases: readonly [request: ListAliasesRequest, response: ListAliasesResponse];
    readonly collectionExists: readonly [
      request: CollectionExistsRequest,
      response: CollectionExistsResponse,
    ];
    readonly collectionClusterInfo: readonly [
      request: CollectionClusterInfoRequest,
      response: CollectionClusterInfoResponse,
    ];
    readonly updateCollectionClusterSetup: readonly [
      request: UpdateCollectionClusterSetupRequest,
      response: UpdateCollectionClusterSetupResponse,
    ];
  };
  readonly LicenseService: {
    readonly status: readonly [request: LicenseStatusRequest, response: LicenseStatus];
    readonly add: readonly [request: AddLicenseRequest, response: LicenseStatus];
  };
  readonly MaintenanceService: {
    readonly status: readonly [request: StatusRequest, response: StatusResponse];
    readonly checkpoint: readonly [request: CheckpointRequest, response: CheckpointResponse];
    readonly purge: readonly [request: PurgeRequest, response: PurgeResponse];
    readonly promote: readonly [request: PromoteRequest, response: PromoteResponse];
  };
  readonly UpkeepService: {
    readonly status: readonly [request: UpkeepRequest, response: CollectionStatusResponse];
    readonly flush: readonly [request: UpkeepRequest, response: CollectionOperationResponse];
    readonly optimize: readonly [request: UpkeepRequest, response: CollectionOperationResponse];
    readonly rebuildIndex: readonly [request: UpkeepRequest, response: CollectionOperationResponse];
    readonly restoreCollection: readonly [request: UpkeepRequest, response: CollectionOperationResponse];
    readonly listDeletions: readonly [request: UpkeepRequest, response: ListDeletionsResponse];
    readonly restorePoints: readonly [request: RestorePointsRequest, response: RestorePointsResponse];
    readonly recoverSnapshot: readonly [
      request: RecoverSnapshotRequest,
      response: CollectionOperationResponse,
    ];
  };
  readonly PointsService: {
    readonly upsert: readonly [request: UpsertPoints, response: PointsOperationResponse];
    readonly delete: readonly [request: DeletePoints, response: PointsOperationResponse];
    readonly updateVectors: readonly [request: UpdatePointVectors, response: PointsOperationResponse];
    readonly deleteVectors: readonly [request: DeletePointVectors, response: PointsOperationResponse];
    readonly setPayload: readonly [request: SetPayloadPoints, response: PointsOperationResponse];
    readonly overwritePayload: readonly [request: SetPayloadPoints, response: PointsOperationResponse];
    readonly deletePayload: readonly [request: DeletePayloadPoints, response: PointsOperationResponse];
    readonly clearPayload: readonly [request: ClearPayloadPoints, response: PointsOperationResponse];
    readonly updateBatch: readonly [request: UpdateBatchPoints, response: UpdateBatchResponse];
    readonly createFieldIndex: readonly [
      request: CreateFieldIndexCollection,
      response: PointsOperationResponse,
    ];
    readonly deleteFieldIndex: readonly [
      request: DeleteFieldIndexCollection,
      response: PointsOperationResponse,
    ];
    readonly createVectorName: readonly [request: CreateVectorNameRequest, response: PointsOperationResponse];
    readonly deleteVectorName: readonly [request: DeleteVectorNameRequest, response: PointsOperationResponse];
    readonly get: readonly [request: GetPoints, response: GetResponse];
    readonly scroll: readonly [request: ScrollPoints, response: ScrollResponse];
    readonly count: readonly [request: CountPoints, response: CountResponse];
    readonly facet: readonly [request: FacetCounts, response: FacetResponse];
    readonly searchMatrixPairs: readonly [request: SearchMatrixPoints, response: SearchMatrixPairsResponse];
    readonly searchMatrixOffsets: readonly [
      request: SearchMatrixPoints,
      response: SearchMatrixOffsetsResponse,
    ];
    readonly query: readonly [request: QueryPoints, response: QueryResponse];
    readonly queryBatch: readonly [request: QueryBatchPoints, response: QueryBatchResponse];
    readonly queryGroups: readonly [request: QueryPointGroups, response: QueryGroupsResponse];
    readonly search: readonly [request: SearchPoints, response: SearchResponse];
    readonly searchBatch: readonly [request: SearchBatchPoints, response: SearchBatchResponse];
    readonly searchGroups: readonly [request: SearchPointGroups, response: SearchGroupsResponse];
    readonly recommend: readonly [request: RecommendPoints, response: RecommendResponse];
    readonly recommendBatch: readonly [request: RecommendBatchPoints, response: RecommendBatchResponse];
    readonly recommendGroups: readonly [request: RecommendPointGroups, response: RecommendGroupsResponse];
    readonly discover: readonly [request: DiscoverPoints, response: DiscoverResponse];
    readonly discoverBatch: readonly [request: DiscoverBatchPoints, response: DiscoverBatchResponse];
  };
  readonly ServerService: {
    readonly healthCheck: readonly [request: HealthCheckRequest, response: HealthCheckReply];
  };
  readonly SnapshotsService: {
    readonly create: readonly [request: CreateSnapshotRequest, response: CreateSnapshotResponse];
    readonly list: readonly [request: ListSnapshotsRequest, response: ListSnapshotsResponse];
    readonly delete: readonly [request: DeleteSnapshotRequest, response: DeleteSnapshotResponse];
    readonly createFull: readonly [request: CreateFullSnapshotRequest, response: CreateSnapshotResponse];
    readonly listFull: readonly [request: ListFullSnapshotsRequest, response: ListSnapshotsResponse];
    readonly deleteFull: readonly [request: DeleteFullSnapshotRequest, response: DeleteSnapshotResponse];
  };
}
