export { endGuestUploads, endUploadsJob } from './guest-uploads.job-types.ts'
