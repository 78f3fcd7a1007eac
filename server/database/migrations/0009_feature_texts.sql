UPDATE "features" SET "description" = 'Load the intake list faster.' WHERE "id" = 'OptimizedIntake';
