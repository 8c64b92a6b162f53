package dev.larder.writes;

import java.util.Optional;

/**
 * The origin's response to one write.
 *
 * @param status status code
 * @param contentType media type of the content
 * @param content the content, or the part of it that is kept
 */
public record OriginReply(int status, Optional<String> contentType, String content) {

    /** Returns this response with at most so many characters of its content. */
    public OriginReply truncated(int maxCharacters) {
        return content.length() <= maxCharacters
                ? this
                : new OriginReply(status, contentType, content.substring(0, maxCharacters));
    }
}
