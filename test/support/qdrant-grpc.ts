// Qdrant's gRPC client and its test data: three places with a vector of four numbers each.
import { Distance, QdrantClient } from "@qdrant/js-client-grpc";
import { id, integer, text, unnamed } from "./qdrant-messages.ts";

/** An id that a number cannot represent exactly. */
export const LONDON = 13570027672830659665n;
export const BERLIN = "550e8400-e29b-41d4-a716-446655440000";
export const PARIS = 3n;

/** The collection of every request. */
export const places = { collectionName: "places" };
export const waiting = { ...places, wait: true };

export function clientOf({ grpcAddress }: { readonly grpcAddress: string }): QdrantClient {
  return new QdrantClient({ url: `http://${grpcAddress}` });
}

/** Deletes the collection of places and creates it again. */
export async function makePlaces(client: QdrantClient): Promise<void> {
  await client.api("collections").delete(places);
  await client.api("collections").create({
    ...places,
    vectorsConfig: { config: { case: "params", value: { size: 4n, distance: Distance.Cosine } } },
  });
  const place = (city: string, rank: bigint) => ({ city: text(city), rank: integer(rank) });
  await client.api("points").upsert({
    ...waiting,
    points: [
      { id: id(BERLIN), vectors: unnamed(1, 0, 0, 0), payload: place("Berlin", 1n) },
      { id: id(LONDON), vectors: unnamed(0, 1, 0, 0), payload: place("London", 2n) },
      { id: id(PARIS), vectors: unnamed(0, 0, 1, 0), payload: place("Paris", 3n) },
    ],
  });
}
