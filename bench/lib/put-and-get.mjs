/** Requests for servers that accept a file by PUT and return it by GET of the same path. */
export const putAndGet = (prefix = '/') => ({
  upload: (_session, { name, pieces }) => [{ method: 'PUT', path: prefix + name, body: pieces }],
  pathOf: request => request.path,
  download: (_session, path) => ({ method: 'GET', path }),
  remove: (_session, path) => [{ method: 'DELETE', path }],
})
