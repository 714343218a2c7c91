"""The hybrid and sparse modes of mem0, LangChain, LlamaIndex, Haystack and agno, unchanged, on a server through qdrant-client.

Usage: hybrid.py URL GRPC_PORT [grpc]. Prints the names of those that worked as a line of JSON; whatever goes wrong is raised.
The models that make sparse vectors are downloads, so a stand-in of fastembed counts words; all else is the real package.
"""

import json
import sys
import types
import uuid
from zlib import crc32

from qdrant_client import QdrantClient, models

SIZE = 3
TEXTS = {"bears of Bern": [1.0, 0.0, 0.0], "ships of Oslo": [0.0, 1.0, 0.0], "hills of Rome": [0.0, 0.5, 1.0]}
BERN, OSLO, ROME = TEXTS


def words(text: str) -> tuple[list[int], list[float]]:
    counts: dict[int, float] = {}
    for word in text.lower().split():
        counts[crc32(word.encode())] = counts.get(crc32(word.encode()), 0.0) + 1.0
    return list(counts), list(counts.values())


def install_stand_in() -> None:
    class Numbers(list):
        def tolist(self):
            return list(self)

    class Embedded:
        def __init__(self, text):
            indices, values = words(text)
            self.indices, self.values = Numbers(indices), Numbers(values)

        def as_object(self):
            return {"indices": list(self.indices), "values": list(self.values)}

    class SparseTextEmbedding:
        def __init__(self, **_):
            pass

        def embed(self, texts, **_):
            return (Embedded(text) for text in ([texts] if isinstance(texts, str) else texts))

        query_embed = embed

    stand_in = types.ModuleType("fastembed")
    stand_in.SparseTextEmbedding = SparseTextEmbedding
    sys.modules["fastembed"] = stand_in


def langchain(client: QdrantClient) -> None:
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_qdrant import QdrantVectorStore, RetrievalMode, SparseEmbeddings, SparseVector

    class Dense(Embeddings):
        def embed_documents(self, texts):
            return [TEXTS.get(text, TEXTS[BERN]) for text in texts]

        def embed_query(self, text):
            return TEXTS.get(text, TEXTS[BERN])

    class Sparse(SparseEmbeddings):
        def embed_documents(self, texts):
            return [self.embed_query(text) for text in texts]

        def embed_query(self, text):
            indices, values = words(text)
            return SparseVector(indices=indices, values=values)

    for mode, name in ((RetrievalMode.SPARSE, "langchain-sparse"), (RetrievalMode.HYBRID, "langchain-hybrid")):
        client.create_collection(
            name,
            vectors_config={"dense": models.VectorParams(size=SIZE, distance=models.Distance.COSINE)},
            sparse_vectors_config={"sparse": models.SparseVectorParams(modifier=models.Modifier.IDF)},
        )
        store = QdrantVectorStore(
            client=client,
            collection_name=name,
            embedding=Dense(),
            sparse_embedding=Sparse(),
            retrieval_mode=mode,
            vector_name="dense",
            sparse_vector_name="sparse",
        )
        ids = store.add_documents([Document(page_content=text) for text in TEXTS])
        found = [d.page_content for d in store.similarity_search("ships Oslo", k=3)]
        assert found[0] == OSLO or mode == RetrievalMode.HYBRID, found
        assert OSLO in found, found
        store.delete([ids[1]])
        assert OSLO not in [d.page_content for d in store.similarity_search("ships Oslo", k=3)]


def llama_index(client: QdrantClient) -> None:
    from llama_index.core.schema import TextNode
    from llama_index.core.vector_stores.types import VectorStoreQuery, VectorStoreQueryMode
    from llama_index.vector_stores.qdrant import QdrantVectorStore

    def encode(texts):
        pairs = [words(text) for text in texts]
        return [indices for indices, _ in pairs], [values for _, values in pairs]

    store = QdrantVectorStore(
        collection_name="llama-hybrid",
        client=client,
        enable_hybrid=True,
        sparse_doc_fn=encode,
        sparse_query_fn=encode,
    )
    nodes = [TextNode(id_=str(uuid.uuid4()), text=text, embedding=vector) for text, vector in TEXTS.items()]
    store.add(nodes)
    for mode in (VectorStoreQueryMode.HYBRID, VectorStoreQueryMode.SPARSE):
        query = VectorStoreQuery(
            query_embedding=TEXTS[ROME],
            query_str="ships Oslo",
            mode=mode,
            similarity_top_k=3,
            sparse_top_k=2,
            hybrid_top_k=3,
        )
        found = [node.get_content() for node in store.query(query).nodes]
        assert OSLO in found, found
        assert mode == VectorStoreQueryMode.HYBRID or found[0] == OSLO, found
    store.delete_nodes([nodes[1].node_id])


def haystack(url: str, grpc_port: int, grpc: bool) -> None:
    from haystack import Document
    from haystack.dataclasses import SparseEmbedding
    from haystack_integrations.components.retrievers.qdrant import QdrantHybridRetriever, QdrantSparseEmbeddingRetriever
    from haystack_integrations.document_stores.qdrant import QdrantDocumentStore

    port = int(url.rsplit(":", 1)[1])
    store = QdrantDocumentStore(
        host="127.0.0.1",
        port=port,
        grpc_port=grpc_port,
        prefer_grpc=grpc,
        index="haystack-hybrid",
        embedding_dim=SIZE,
        similarity="cosine",
        recreate_index=True,
        use_sparse_embeddings=True,
        sparse_idf=True,
    )

    def sparse(text):
        indices, values = words(text)
        return SparseEmbedding(indices=indices, values=values)

    store.write_documents(
        [Document(content=text, embedding=vector, sparse_embedding=sparse(text)) for text, vector in TEXTS.items()]
    )
    found = QdrantSparseEmbeddingRetriever(document_store=store).run(query_sparse_embedding=sparse("ships Oslo"))
    assert [d.content for d in found["documents"]] == [OSLO], found
    both = QdrantHybridRetriever(document_store=store).run(
        query_embedding=TEXTS[ROME], query_sparse_embedding=sparse("ships Oslo")
    )
    assert {d.content for d in both["documents"]} >= {OSLO, ROME}, both
    kept = store.filter_documents()
    assert sorted(d.sparse_embedding.indices for d in kept) == sorted(sorted(words(text)[0]) for text in TEXTS)


def mem0(client: QdrantClient) -> None:
    from mem0.vector_stores.qdrant import Qdrant

    store = Qdrant(collection_name="mem0-hybrid", embedding_model_dims=SIZE, client=client)
    ids = [str(uuid.uuid4()) for _ in TEXTS]
    payloads = [{"data": text, "text_lemmatized": text, "user_id": "u"} for text in TEXTS]
    store.insert(vectors=list(TEXTS.values()), payloads=payloads, ids=ids)
    assert client.get_collection("mem0-hybrid").config.params.sparse_vectors["bm25"].modifier == models.Modifier.IDF
    hits = store.search(query="bears", vectors=TEXTS[BERN], top_k=2)
    assert hits[0].payload["data"] == BERN, hits
    words_found = store.keyword_search(query="ships oslo", top_k=2)
    assert words_found and words_found[0].payload["data"] == OSLO, words_found


def agno(url: str, grpc_port: int, grpc: bool) -> None:
    from agno.knowledge.document import Document
    from agno.knowledge.embedder.base import Embedder
    from agno.vectordb.qdrant import Qdrant
    from agno.vectordb.search import SearchType

    class Dense(Embedder):
        dimensions = SIZE

        def get_embedding(self, text):
            return TEXTS.get(text, TEXTS[BERN])

        def get_embedding_and_usage(self, text):
            return self.get_embedding(text), None

    for search_type in (SearchType.keyword, SearchType.hybrid):
        store = Qdrant(
            collection=f"agno-{search_type.value}",
            url=url,
            grpc_port=grpc_port,
            prefer_grpc=grpc,
            embedder=Dense(dimensions=SIZE),
            search_type=search_type,
        )
        store.create()
        store.insert("hash", [Document(name=text, content=text) for text in TEXTS])
        found = [document.content for document in store.search("ships oslo", limit=3)]
        assert OSLO in found, found


def main(url: str, grpc_port: int, grpc: bool) -> None:
    install_stand_in()
    client = QdrantClient(url=url, grpc_port=grpc_port, prefer_grpc=grpc, timeout=60)
    langchain(client)
    llama_index(client)
    haystack(url, grpc_port, grpc)
    mem0(client)
    agno(url, grpc_port, grpc)
    print(json.dumps(["LangChain", "LlamaIndex", "Haystack", "mem0", "agno"]))


if __name__ == "__main__":
    address, port, *rest = sys.argv[1:]
    main(address, int(port), "grpc" in rest)
