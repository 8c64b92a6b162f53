package dev.larder.acceptance.kit;

/**
 * One header field line.
 *
 * @param name as it stood on the wire
 * @param value as it stood on the wire, without the blanks around it, one char per byte
 */
public record RawField(String name, String value) {}
