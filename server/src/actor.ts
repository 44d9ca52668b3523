/** A person with a session. */
export interface UserActor {
  kind: 'user'
  userId: string
  sessionId: string
  role: 'admin' | 'user'
  name: string
}

/** Whoever may hold or change items. Share visitors and request guests join this union. */
export type Actor = UserActor

/** The actor each access level hands to its handlers. */
export interface Actors {
  public: null
  user: UserActor
  admin: UserActor
  setup: null
}
