package dev.larder.dashboard;

import org.springframework.boot.actuate.endpoint.Access;

/**
 * Rights of the page's users: no more than those at the endpoint {@code larder}.
 *
 * @param endpoint access to that endpoint
 * @param isWriteEnabled whether operators may purge at all
 */
public record DashboardPermissions(Access endpoint, boolean isWriteEnabled) {

    /** Whether the page may purge. */
    boolean mayPurge() {
        return isWriteEnabled && endpoint == Access.UNRESTRICTED;
    }

    /** Whether the page may show what is stored for a URL. */
    boolean mayInspect() {
        return endpoint != Access.NONE;
    }
}
