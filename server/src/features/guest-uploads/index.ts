export { endGuestUploads, endUploadsJob } from './ending.kind.ts'
