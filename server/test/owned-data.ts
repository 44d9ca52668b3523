/** Seeded data of a user, to fill example requests. */
export interface OwnedData {
  email: string
  session: string
  /** The id of a personal access token. */
  token: string
  /** A folder inside `outer` that contains the following items. */
  folder: string
  outer: string
  file: string
  version: string
  /** Has a preview once the queued jobs have run. */
  picture: string
  upload: string
  /** A team folder of their own. */
  team: string
  /** A team folder of another user that they have joined, and an invitation to another one. */
  joined: string
  invitation: string
  /** Administrators only, because others cannot create document types. */
  documentType: string
  subcategory: string
  /** A type that nothing uses. */
  spareType: string
  language: string
  /** Fixed plans, also of administrators only. */
  plan: string
  sparePlan: string
  /** Billing, seeded on its own: a plan that is on sale, and what the user has. */
  userId: string
  offer: string
  subscription: string
  invoice: string
  checkout: string
  payment: string
  card: string
  /** A difference to what the gateway says. */
  difference: string
  /** A share of `outer` with the permission editor. */
  link: string
  /** A share of `file`. */
  fileLink: string
  /** Started by a guest of `link`. */
  guestUpload: string
  /** The token of an upload request. */
  request: string
  requestId: string
  /** Sent by a guest: a folder with a picture, and an unfinished upload. */
  sentFolder: string
  sentPicture: string
  sentUpload: string
}
