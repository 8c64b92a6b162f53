vcl 4.1;

backend default {
  .host = "@ORIGIN_HOST@";
  .port = "@ORIGIN_PORT@";
}

sub vcl_recv {
  unset req.http.X-Forward;
}

sub vcl_miss {
  set req.http.X-Forward = "uri-miss";
}

sub vcl_pass {
  if (req.method == "GET" || req.method == "HEAD") {
    set req.http.X-Forward = "bypass";
  } else {
    set req.http.X-Forward = "method";
  }
}

sub vcl_backend_fetch {
  unset bereq.http.X-Forward;
}

# What is stale is not served: the others do not either. It is kept, to be validated.
sub vcl_backend_response {
  set beresp.grace = 0s;
  set beresp.keep = 1h;
}

# What Varnish did, in the words of RFC 9211.
sub vcl_deliver {
  if (req.http.X-Forward) {
    set resp.http.Cache-Status = "Varnish; fwd=" + req.http.X-Forward;
  } else {
    set resp.http.Cache-Status = "Varnish; hit";
  }
}
