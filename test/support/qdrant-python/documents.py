# Documents of qdrant-client: texts with the model qdrant/bm25, which the server embeds. Prints what was found as JSON.
# Arguments: the URL of the server, its gRPC port, "rest" or "grpc".
import json
import sys

from qdrant_client import QdrantClient, models

url, grpc_port, how = sys.argv[1], int(sys.argv[2]), sys.argv[3]
client = QdrantClient(url=url, grpc_port=grpc_port, prefer_grpc=how == "grpc", api_key=None, cloud_inference=True)
NAME = "documents"
MODEL = "Qdrant/bm25"
TEXTS = ["The quick brown fox jumps over the lazy dog", "Dogs are running in the park", "A vector database"]


def document(text, **options):
    return models.Document(text=text, model=MODEL, options=options or None)


client.create_collection(
    NAME, vectors_config={}, sparse_vectors_config={"body": models.SparseVectorParams(modifier=models.Modifier.IDF)}
)
client.upsert(
    NAME,
    [models.PointStruct(id=i + 1, vector={"body": document(text)}, payload={"n": i}) for i, text in enumerate(TEXTS)],
    wait=True,
)
found = {
    "query": client.query_points(NAME, query=document("lazy dogs"), using="body"),
    "prefetch": client.query_points(
        NAME,
        prefetch=[models.Prefetch(query=document("vectors"), using="body")],
        query=models.FusionQuery(fusion=models.Fusion.RRF),
    ),
    "recommend": client.query_points(
        NAME,
        query=models.RecommendQuery(recommend=models.RecommendInput(positive=[document("a fox in a park")])),
        using="body",
    ),
}
client.update_vectors(NAME, [models.PointVectors(id=3, vector={"body": document("foxes", avg_len=5)})], wait=True)
found["updated"] = client.query_points(NAME, query=document("fox"), using="body")
stored = client.retrieve(NAME, [3], with_vectors=True)[0].vector["body"]
print(
    json.dumps(
        {
            "ids": {name: [point.id for point in answer.points] for name, answer in found.items()},
            "stored": {"indices": stored.indices, "values": stored.values},
        }
    )
)
