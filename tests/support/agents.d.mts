export function found(round: number): string;
