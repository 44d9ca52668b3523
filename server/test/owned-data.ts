/** What a person has, so that his requests are about something. */
export interface OwnedData {
  email: string
  session: string
  /** A personal access token, by its id. */
  token: string
  /** The folder, in `outer`, with all of the following in it. */
  folder: string
  outer: string
  file: string
  version: string
  /** With a preview, once the queued work is done. */
  picture: string
  upload: string
  /** A team folder of his own. */
  team: string
  /** Somebody else's that he is in, and an invitation to another one. */
  joined: string
  invitation: string
  /** Only an administrator's own: others can't make any. */
  documentType: string
  subcategory: string
  /** One that nothing hangs on. */
  spareType: string
  /** A link to the folder above his folder, by which guests may change what is in there. */
  link: string
  /** A link to his file. */
  fileLink: string
  /** Begun by a guest of the first link. */
  guestUpload: string
  /** The link of a request for files. */
  request: string
  requestId: string
  /** What came in by it: a folder, a picture in it, and what is on its way. */
  sentFolder: string
  sentPicture: string
  sentUpload: string
}
