/** Servers that take a file by PUT and give it back by GET of the same path. */
export const putAndGet = (prefix = '/') => ({
  upload: (_session, { name, pieces }) => [{ method: 'PUT', path: prefix + name, body: pieces }],
  placeOf: request => request.path,
  download: (_session, place) => ({ method: 'GET', path: place }),
  remove: (_session, place) => [{ method: 'DELETE', path: place }],
})
