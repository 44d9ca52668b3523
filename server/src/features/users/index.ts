export { runUserTask } from './user-tasks.jobs.ts'
export { userTasksRoutes } from './user-tasks.routes.ts'
export { clearOldTasks, resumeTasks } from './user-tasks.service.ts'
export { usersRoutes } from './users.routes.ts'
