package dev.larder.gateway.hitpath;

import dev.larder.gateway.rfc9111.Answer;
import dev.larder.gateway.rfc9111.HeaderFields;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.StoredResponse;
import dev.larder.gateway.rfc9111.Variants;

/**
 * An answer from the store.
 *
 * @param shortcut by which it was found
 * @param method of the request: GET or HEAD
 * @param variants among which the request has selected
 * @param stored what it has selected
 * @param answer what it is answered with
 * @param head status and all fields of that answer
 */
record EarlyHit(
        Shortcut shortcut, String method, Variants variants, StoredResponse stored, Answer answer, ResponseHead head) {

    HeaderFields fields() {
        return head.fields();
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}
