package dev.larder.journal;

/**
 * Durable content in a file of its own.
 *
 * @param name of the file
 * @param length in bytes
 * @param crc CRC32C
 */
public record BodyFile(String name, long length, int crc) {}
