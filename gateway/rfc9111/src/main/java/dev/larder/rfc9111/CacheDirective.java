package dev.larder.rfc9111;

import java.util.Optional;

/**
 * RFC 9111 5.2: one directive of Cache-Control, {@code token [ "=" ( token / quoted-string ) ]}.
 *
 * @param name in lower case
 * @param argument without quotes and escapes; empty if there is no {@code =}
 * @param wellFormed false if the text violates the grammar, or has a token for an argument that names a restriction, so that it may only be used to restrict
 */
record CacheDirective(String name, Optional<String> argument, boolean wellFormed) {}
