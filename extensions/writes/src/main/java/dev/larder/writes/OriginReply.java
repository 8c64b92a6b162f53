package dev.larder.writes;

import java.util.Optional;

/**
 * What the origin has answered to one write.
 *
 * @param status status code
 * @param contentType media type of the content
 * @param content the content, or as much of it as is kept
 */
public record OriginReply(int status, Optional<String> contentType, String content) {}
