package dev.larder.dashboard;

import org.springframework.boot.actuate.endpoint.Access;

/**
 * Rights of the page's users: no more than those at the endpoint {@code larder}.
 *
 * @param endpoint access to that endpoint
 * @param writeEnabled whether operators may purge at all
 */
public record DashboardPermissions(Access endpoint, boolean writeEnabled) {

    /** Whether the page may purge. */
    boolean purge() {
        return writeEnabled && endpoint == Access.UNRESTRICTED;
    }

    /** Whether the page may show what is stored for a URL. */
    boolean inspect() {
        return endpoint != Access.NONE;
    }
}
