import { given } from '@forewarn/use-cases/testing';

const { deleteStrategy } = given({ may: ['DELETE_STRATEGY'], strategies: ['sale'] });

export const deleted = deleteStrategy({ name: 'sale' });
