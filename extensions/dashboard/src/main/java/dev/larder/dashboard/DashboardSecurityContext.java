package dev.larder.dashboard;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;

/** The page's user, as the endpoints see a caller; Spring Security checks roles before the page. */
record DashboardSecurityContext(@Nullable Principal principal) implements SecurityContext {

    /** An unauthenticated user. */
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
