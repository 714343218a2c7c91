"""LangChain, LlamaIndex and Haystack, unchanged, on a server through qdrant-client: stored, found, filtered, deleted.

Usage: frameworks.py URL GRPC_PORT [grpc]. Prints the names of those that worked as a line of JSON; whatever goes wrong is raised.
"""

import json
import sys
import uuid

from qdrant_client import QdrantClient, models

SIZE = 3
TEXTS = {"Bern": [1.0, 0.0, 0.0], "Oslo": [0.0, 1.0, 0.0], "Rome": [0.0, 0.5, 1.0]}


def langchain(client: QdrantClient) -> None:
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_qdrant import QdrantVectorStore

    class Fixed(Embeddings):
        def embed_documents(self, texts):
            # It asks for the vector of a text of its own to see how long it is.
            return [TEXTS.get(text, TEXTS["Bern"]) for text in texts]

        def embed_query(self, text):
            return TEXTS[text]

    name = "langchain"
    client.create_collection(name, vectors_config=models.VectorParams(size=SIZE, distance=models.Distance.COSINE))
    store = QdrantVectorStore(client=client, collection_name=name, embedding=Fixed())
    ids = store.add_documents([Document(page_content=text, metadata={"n": n}) for n, text in enumerate(TEXTS)])
    assert [d.page_content for d in store.similarity_search("Oslo", k=2)] == ["Oslo", "Rome"]
    only = models.Filter(must=[models.FieldCondition(key="metadata.n", match=models.MatchValue(value=2))])
    assert [d.page_content for d in store.similarity_search("Oslo", k=2, filter=only)] == ["Rome"]
    assert store.max_marginal_relevance_search("Oslo", k=2)[0].page_content == "Oslo"
    store.delete([ids[1]])
    assert [d.page_content for d in store.similarity_search("Oslo", k=1)] == ["Rome"]


def llama_index(client: QdrantClient) -> None:
    from llama_index.core.schema import TextNode
    from llama_index.core.vector_stores import MetadataFilter, MetadataFilters, VectorStoreQuery
    from llama_index.vector_stores.qdrant import QdrantVectorStore

    store = QdrantVectorStore(collection_name="llama", client=client)
    nodes = [
        TextNode(id_=str(uuid.uuid4()), text=text, metadata={"n": n}, embedding=vector)
        for n, (text, vector) in enumerate(TEXTS.items())
    ]
    store.add(nodes)
    found = store.query(VectorStoreQuery(query_embedding=TEXTS["Oslo"], similarity_top_k=2))
    assert [node.get_content() for node in found.nodes] == ["Oslo", "Rome"]
    filters = MetadataFilters(filters=[MetadataFilter(key="n", value=2)])
    found = store.query(VectorStoreQuery(query_embedding=TEXTS["Oslo"], similarity_top_k=2, filters=filters))
    assert [node.get_content() for node in found.nodes] == ["Rome"]
    store.delete_nodes([nodes[1].node_id])
    found = store.query(VectorStoreQuery(query_embedding=TEXTS["Oslo"], similarity_top_k=1))
    assert [node.get_content() for node in found.nodes] == ["Rome"]


def haystack(url: str, grpc_port: int, grpc: bool) -> None:
    from haystack import Document
    from haystack.document_stores.types import DuplicatePolicy
    from haystack_integrations.document_stores.qdrant import QdrantDocumentStore

    port = int(url.rsplit(":", 1)[1])
    how = {"host": "127.0.0.1", "port": port, "grpc_port": grpc_port, "prefer_grpc": grpc}
    store = QdrantDocumentStore(**how, index="haystack", embedding_dim=SIZE, similarity="cosine", recreate_index=True)
    documents = [
        Document(content=text, embedding=vector, meta={"n": n}) for n, (text, vector) in enumerate(TEXTS.items())
    ]
    assert store.write_documents(documents, policy=DuplicatePolicy.OVERWRITE) == len(TEXTS)
    assert store.count_documents() == len(TEXTS)
    wanted = {"field": "meta.n", "operator": ">=", "value": 1}
    assert sorted(d.content for d in store.filter_documents(filters=wanted)) == ["Oslo", "Rome"]
    store.delete_documents([documents[0].id])
    assert store.count_documents() == len(TEXTS) - 1


def main(url: str, grpc_port: int, grpc: bool) -> None:
    client = QdrantClient(url=url, grpc_port=grpc_port, prefer_grpc=grpc, timeout=60)
    langchain(client)
    llama_index(client)
    haystack(url, grpc_port, grpc)
    print(json.dumps(["LangChain", "LlamaIndex", "Haystack"]))


if __name__ == "__main__":
    address, port, *rest = sys.argv[1:]
    main(address, int(port), "grpc" in rest)
