// The RPCs of collections and their aliases.

import { aliases, done, exists, info, collections as listed } from "../convert/answers.ts";
import {
  changeAliases,
  createCollection,
  deleteCollection,
  listCollections,
  ofCollection,
  updateCollection,
} from "../convert/collections.ts";
import { services } from "../wire/messages.ts";
import { fields, nothing, service } from "./rpc.ts";

const { CollectionsService } = services;

const named = fields(ofCollection);

export const collections = service(
  CollectionsService,
  {
    get: { operation: "getCollection", decode: named, encode: info },
    list: { operation: "listCollections", decode: fields(listCollections), encode: listed },
    create: { operation: "createCollection", decode: fields(createCollection), encode: done },
    update: { operation: "updateCollection", decode: fields(updateCollection), encode: done },
    delete: { operation: "deleteCollection", decode: fields(deleteCollection), encode: done },
    updateAliases: { operation: "changeAliases", decode: fields(changeAliases), encode: done },
    listCollectionAliases: { operation: "listCollectionAliases", decode: named, encode: aliases },
    listAliases: { operation: "listAliases", decode: nothing, encode: aliases },
    collectionExists: { operation: "collectionExists", decode: named, encode: exists },
  },
  "qdrant",
);
