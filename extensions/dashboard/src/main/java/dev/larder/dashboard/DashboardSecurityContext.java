package dev.larder.dashboard;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** Whoever asks by the page, as the endpoints see him; roles are Spring Security's business, before the page. */
record DashboardSecurityContext(@Nullable Principal principal) implements SecurityContext {

    /** Nobody had to say who he is. */
    static final DashboardSecurityContext NOBODY = new DashboardSecurityContext(null);

    @Override
    public @Nullable Principal getPrincipal() {
        return principal;
    }

    @Override
    public boolean isUserInRole(String role) {
        return false;
    }
}
