package dev.larder.dashboard;

import org.springframework.boot.actuate.endpoint.Access;

/**
 * What whoever sees the page may do by it: no more than by the endpoint {@code larder}.
 *
 * @param endpoint the access to that endpoint
 * @param writeEnabled whether operators may purge at all
 */
public record DashboardPermissions(Access endpoint, boolean writeEnabled) {

    /** Whether there is a right to purge. */
    boolean purge() {
        return writeEnabled && endpoint == Access.UNRESTRICTED;
    }

    /** Whether there is a right to see what is stored for a URL. */
    boolean inspect() {
        return endpoint != Access.NONE;
    }
}
