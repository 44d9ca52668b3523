export { fetchRemoteUpload } from './remote-uploads.jobs.ts'
export { remoteUploadsRoutes } from './remote-uploads.routes.ts'
export {
  pauseRemoteUploads,
  resumeRemoteUploads,
  resumeStalled,
  transferRemoteUploads,
} from './remote-uploads.service.ts'
