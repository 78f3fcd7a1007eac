/**
 * Samples of the provider directory, by the random end of the ids, each within the next one: the conditions of four indexes
 * (schema/providerDirectory.ts). What is common has enough matches in a sample of 4 %, or of 20 %, where they are found sooner.
 */
export const smallDirectorySample = 'get_byte(uuid_send(id), 15) < 10';
export const largeDirectorySample = 'get_byte(uuid_send(id), 15) < 52';
