package dev.larder.writes;

import java.util.Optional;

/**
 * The origin's response to one write.
 *
 * @param status status code
 * @param contentType media type of the content
 * @param content the content, or the part of it that is kept
 */
public record OriginReply(int status, Optional<String> contentType, String content) {}
