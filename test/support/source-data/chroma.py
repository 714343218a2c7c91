# Fills a Chroma server: python chroma.py PORT. For test/slow/migrate-sources.test.ts and test/golden/record-source.ts.
import sys
import chromadb

client = chromadb.HttpClient(host="127.0.0.1", port=int(sys.argv[1]))
films = client.create_collection("films", metadata={"hnsw:space": "cosine", "made": "by hand"})
films.add(
    ids=["film-1", "550e8400-e29b-41d4-a716-446655440000", "Ünï/код", "7"],
    embeddings=[[0.1, 0.2, 0.3, -0.4], [-0.0091, -0.101, 0.3032, 0.5774], [1, 0, 0, 0], [0.5246, -0.9958, -0.1092, 0.4431]],
    documents=["A submarine under water", 'Two\nlines "quoted"', "café ☃ 🚢", ""],
    metadatas=[
        {"year": 1987, "big": 9007199254740993, "score": 5.5, "ok": True},
        {"year": 2001},
        {"né": "x"},
        {"year": -9223372036854775808},
    ],
)
client.create_collection("empty-one")
client.create_collection("single", metadata={"hnsw:space": "l2"}).add(ids=["only"], embeddings=[[1, 2, 3]])
client.create_collection("products", metadata={"hnsw:space": "ip"}).add(
    ids=[f"p{n}" for n in range(int(sys.argv[2]))] or ["p0"],
    embeddings=[[n, 1] for n in range(int(sys.argv[2]))] or [[0, 1]],
)
